/* Fiber switch for the System V AMD64 ABI: rbx, rbp, r12-r15 and the control
 * words of SSE and x87 are the callee's to keep. Ends in pop and jmp: a ret
 * here would mispredict every time (28 ns instead of 6), since the return
 * stack predictor has seen another call. */
        .text
        .globl  detsim_switch_fiber
        .hidden detsim_switch_fiber
        .type   detsim_switch_fiber, @function
        .p2align 4
detsim_switch_fiber:
        .cfi_startproc
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $8, %rsp
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        ldmxcsr (%rsp)
        fldcw   4(%rsp)
        addq    $8, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        popq    %rcx
        jmpq    *%rcx
        .cfi_endproc
        .size   detsim_switch_fiber, . - detsim_switch_fiber

/* r12 is the argument, r13 the entry function (see MakeFiber). The undefined
 * return address stops unwinders cleanly. */
        .globl  detsim_fiber_entry
        .hidden detsim_fiber_entry
        .type   detsim_fiber_entry, @function
        .p2align 4
detsim_fiber_entry:
        .cfi_startproc
        .cfi_undefined rip
        movq    %r12, %rdi
        xorl    %ebp, %ebp
        callq   *%r13
        ud2
        .cfi_endproc
        .size   detsim_fiber_entry, . - detsim_fiber_entry

        .section .note.GNU-stack, "", @progbits
