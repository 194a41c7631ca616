import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { asksForRate, isAnswered, readRate } from '../../../shared/tables/conversion.ts'
import { type Answers, answerTo, type Question } from '../../../shared/tables/doubts.ts'
import classes from './tables.module.css'

type Props = {
  questions: readonly Question[]
  answers: Answers
  disabled?: boolean
  /** True in a dialog that opens with the keyboard on the first open question. */
  isFirst?: boolean
  onAnswer: (id: string, answer: string) => void
}

const unanswered = { value: '', label: 'Choose…' }

/** A rate to US dollars with its date, for rows in another currency. */
function RateFields({ question, disabled, onAnswer }: { question: Question } & Pick<Props, 'disabled' | 'onAnswer'>) {
  const [rate, setRate] = useState('')
  const [date, setDate] = useState('')
  const currency = asksForRate(question.id)
  const answer = `${rate.trim()} ${date}`
  return (
    <div className={`wrap ${classes.rate}`}>
      <TextInput
        size="xs"
        label={`US dollars for 1 ${currency}`}
        inputMode="decimal"
        placeholder="1.0842"
        disabled={disabled ?? false}
        value={rate}
        onChange={({ currentTarget }) => setRate(currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="date"
        label="Date of the rate"
        disabled={disabled ?? false}
        value={date}
        onChange={({ currentTarget }) => setDate(currentTarget.value)}
      />
      <Button
        variant="default"
        size="xs"
        disabled={disabled || readRate(answer) === null}
        onClick={() => onAnswer(question.id, answer)}
      >
        Convert
      </Button>
    </div>
  )
}

/**
 * The questions that a table leaves open, each with its choices. Those without an answer come first in what the screen asks for; an
 * answered one can be changed.
 */
export function TableQuestions({ questions, answers, disabled = false, isFirst = false, onAnswer }: Props) {
  if (questions.length === 0) return null
  const firstOpen = isFirst ? questions.find((question) => !isAnswered(question, answers)) : undefined
  return (
    <ul className={`column plain-list ${classes.questions}`} aria-label="Questions about this table">
      {questions.map((question) => {
        const isOpen = !isAnswered(question, answers)
        const rate = readRate(answers[question.id])
        return (
          <li key={question.id} data-open={isOpen || undefined}>
            <NativeSelect
              size="xs"
              label={question.text}
              data-autofocus={question === firstOpen || undefined}
              disabled={disabled}
              data={[
                ...(answerTo(question, answers) === null && rate === null ? [unanswered] : []),
                ...(rate === null ? [] : [{ value: answers[question.id] ?? '', label: `Converted (${rate.date})` }]),
                ...question.choices,
              ]}
              value={rate === null ? (answerTo(question, answers) ?? '') : (answers[question.id] ?? '')}
              onChange={({ currentTarget }) => onAnswer(question.id, currentTarget.value)}
            />
            {asksForRate(question.id) === null ? null : (
              <RateFields question={question} disabled={disabled} onAnswer={onAnswer} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
