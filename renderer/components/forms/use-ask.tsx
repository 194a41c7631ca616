import { Button, Group, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'

type Question<Answer> = {
  title: string
  text: string
  /** The last answer has the focus. */
  answers: readonly { answer: Answer; label: string }[]
}

type DialogProps<Answer> = { question: Question<Answer>; onAnswer: (answer: Answer | null) => void }

function AskDialog<Answer>({ question: { title, text, answers }, onAnswer }: DialogProps<Answer>) {
  const last = answers.length - 1
  return (
    <Modal opened onClose={() => onAnswer(null)} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {text}
      <Group justify="flex-end" mt="md">
        {answers.map(({ answer, label }, at) => (
          <Button
            key={label}
            variant={at === last ? 'filled' : 'default'}
            data-autofocus={at === last || undefined}
            onClick={() => onAnswer(answer)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Modal>
  )
}

/** Asks a question before a form is saved. Resolves to null if the user returns to editing. */
export function useAsk<Answer>(question: Question<Answer>): { ask: () => Promise<Answer | null>; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ resolve: (answer: Answer | null) => void } | null>(null)
  const onAnswer = (answer: Answer | null) => {
    setAsked(null)
    asked?.resolve(answer)
  }
  const ask = () => new Promise<Answer | null>((resolve) => setAsked({ resolve }))
  return { ask, dialog: asked ? <AskDialog question={question} onAnswer={onAnswer} /> : null }
}
