import { useState } from "react";
import type { WakeUpQuestion as Question, WakeUpChoice } from "#domain/contract/wake-up-choice.ts";
import { browsersAnswer, WakeUpQuestion } from "./wake-up-question.tsx";

type TrialQuestionProps = { question: Question; onAnswer: (answer: WakeUpChoice) => void };

/** Loads after the form for a password, whose answer it adds to. A trial may have had an email. */
export function TrialQuestion({ question, onAnswer }: TrialQuestionProps) {
  const [answer, setAnswer] = useState(browsersAnswer);
  const change = (next: WakeUpChoice) => {
    setAnswer(next);
    onAnswer(next);
  };
  return <WakeUpQuestion lead="Next email" question={question} answer={answer} onAnswer={change} />;
}
