import { Button, Group, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useReturnFocus } from '../../lib/use-return-focus.ts'

type Author = 'USER' | 'AI_AUTO'

type DialogProps = { onAnswer: (author: Author | null) => void }

function AuthorDialog({ onAnswer }: DialogProps) {
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={() => onAnswer(null)}
      title="Is this text yours now?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      It is marked as AI-generated, and you changed it. Mark it as user-entered to show that a person is responsible for
      it.
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => onAnswer('AI_AUTO')}>
          Leave it AI-generated
        </Button>
        <Button onClick={() => onAnswer('USER')} data-autofocus>
          Mark as user-entered
        </Button>
      </Group>
    </Modal>
  )
}

/**
 * Asks who is now the author of an AI-generated text that the user has edited. Resolves to null if the user returns to editing.
 */
export function useAskAuthor(): { ask: () => Promise<Author | null>; dialog: ReactNode } {
  const [answer, setAnswer] = useState<{ resolve: (author: Author | null) => void } | null>(null)
  const onAnswer = (author: Author | null) => {
    setAnswer(null)
    answer?.resolve(author)
  }
  const ask = () => new Promise<Author | null>((resolve) => setAnswer({ resolve }))
  return { ask, dialog: answer ? <AuthorDialog onAnswer={onAnswer} /> : null }
}
