#include "cmd/lib/pins/pin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cmd/lib/pins/pin_text.h"

namespace detsim::cmd {
namespace {

using runtime::DecisionEntry;
using runtime::OperationKind;
using runtime::Stream;
using testing::HasSubstr;

Pin SomePin() {
  Pin pin;
  pin.title = "QueueTest.Drains: deadlock at src/queue.cc:41";
  pin.program = "queue_test";
  pin.test = "QueueTest.Drains";
  pin.failure = {runtime::Verdict::kDeadlock, "src/queue.cc, work::Queue::Pop",
                 "no thread can go on"};
  pin.options.preempt_memory = false;
  pin.options.stall_ns_max = 7;
  pin.options.hardware_concurrency = 2;
  pin.threads = {{"T3", "main", "work::Pool::Pool", 3},
                 {"T4", "T3", "a lambda in work::Pool::Pool", 11}};
  PinOperation wait = {OperationKind::kWait, 2, 1, "work::Queue::Pop"};
  pin.choices = {
      {.thread = "T3",
       .operation = wait,
       .runs = "main",
       .remark = "src/queue.cc:41: ready_.wait(lock);"},
      {.thread = "main",
       .moment = DecisionEntry::kBlocked,
       .again = 2,
       .operation = {OperationKind::kJoin, 1, 0, ""},
       .runs = "T4"},
      {.thread = "T4",
       .stream = Stream::kAccess,
       .operation = wait,
       .access = {12, true, "work::Count", "total_ = total_ + 1;  // in all"},
       .runs = "T3"},
      {.thread = "T4",
       .stream = Stream::kAccess,
       .access = {1, false, "", ""},
       .runs = "main"},
      {.thread = "main",
       .stream = Stream::kWake,
       .moment = DecisionEntry::kDuring,
       .operation = {OperationKind::kNotifyOne, 21, 2, "f"},
       .value = 1}};
  return pin;
}

TEST(PinTest, ReadsWhatItWrites) {
  Pin pin = SomePin();
  auto read = ParsePin(PinText(pin));
  ASSERT_TRUE(read.ok()) << read.status() << "\n" << PinText(pin);
  for (PinChoice& choice : pin.choices) choice.remark.clear();
  EXPECT_EQ(read->program, pin.program);
  EXPECT_EQ(read->test, pin.test);
  EXPECT_EQ(read->failure, pin.failure);
  EXPECT_EQ(read->options, pin.options);
  EXPECT_EQ(read->threads, pin.threads);
  EXPECT_EQ(read->choices, pin.choices);
}

TEST(PinTest, IsReadable) {
  EXPECT_THAT(PinText(SomePin()),
              HasSubstr("thread T3: 3rd that main starts in work::Pool::Pool\n"
                        "thread T4: 11th that T3 starts in a lambda in "
                        "work::Pool::Pool\n"
                        "\n"
                        "choice 1: T3: run main\n"
                        "  before: 2nd wait on 1st condition variable in "
                        "work::Queue::Pop\n"
                        "  # src/queue.cc:41: ready_.wait(lock);\n"));
}

TEST(PinTest, SaysInASentenceWhatAChoiceIs) {
  EXPECT_EQ(ChoiceSentence(SomePin().choices[0]),
            "T3: run main, before its 2nd wait on 1st condition variable in "
            "work::Queue::Pop");
}

TEST(PinTest, TellsWhatIsCutOff) {
  std::string text = PinText(SomePin());
  for (size_t size = 0; size + 1 < text.size(); ++size) {
    auto read = ParsePin(std::string_view(text).substr(0, size));
    ASSERT_FALSE(read.ok()) << size;
    EXPECT_EQ(read.status().message().find('\n'), absl::string_view::npos);
  }
}

TEST(PinTest, SurvivesAnyChangedByte) {
  std::string text = PinText(SomePin());
  for (size_t i = 0; i < text.size(); ++i) {
    for (char c : {'\0', ' ', ':', '9', '\n', '\xff'}) {
      std::string changed = text;
      changed[i] = c;
      auto read = ParsePin(changed);
      // What is still a pin can be written, and read again.
      if (read.ok()) EXPECT_TRUE(ParsePin(PinText(*read)).ok()) << changed;
    }
  }
}

struct BadPin {
  const char* name;
  const char* from;  // In the text of SomePin(), is replaced
  const char* to;    // by this.
  const char* message;
};

class BadPinTest : public testing::TestWithParam<BadPin> {};

TEST_P(BadPinTest, IsToldInOneLine) {
  std::string text = PinText(SomePin());
  size_t at = text.find(GetParam().from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, std::string(GetParam().from).size(), GetParam().to);
  auto read = ParsePin(text);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.status().message(), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Pins, BadPinTest,
    testing::Values(
        BadPin{"Newer", "pin 1\n", "pin 2\n",
               "its version is 2; this detsim reads version 1"},
        BadPin{"Other", "# detsim", "# hello",
               "it is no pin that detsim-test --pin wrote"},
        BadPin{"Thread", "run T4", "run T5",
               "line 21 is strange: it names a thread that no line describes"},
        BadPin{"Missing", "end: 5", "end: 6",
               "line 37 is strange: choices are missing: there are 5"},
        BadPin{"Kind", "failure: deadlock", "failure: passed",
               "line 7 is strange: it names no kind of failure"},
        BadPin{"Ordinal", "2nd wait", "2th wait",
               "line 18 is strange: it names no operation"},
        // A store to nothing would be a plain one.
        BadPin{"NoObject", "2nd wait on 1st condition variable",
               "2nd store on ", "line 18 is strange: it names no operation"},
        BadPin{"NoPlace", "  before: 2nd wait", "  # 2nd wait",
               "line 21 is strange: the choice before it has no place"},
        BadPin{"TwoPlaces", "  # src/queue.cc:41", "  before: 1st load  # src",
               "line 19 is strange: the choice has a place already"},
        BadPin{"LineOfNoAccess", "  # src/queue.cc:41", "  line: f();  # src",
               "line 19 is strange: it belongs to no load or store"},
        BadPin{"ValueAtAnAccess", "T4: run T3", "T4: value 1",
               "line 26 is strange: no thread runs at this access"},
        BadPin{"NoTest", "test: ", "# ",
               "it lacks a line for program, test or failure"}),
    [](const auto& bad) { return std::string(bad.param.name); });

}  // namespace
}  // namespace detsim::cmd
