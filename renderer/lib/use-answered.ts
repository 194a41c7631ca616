import { useState } from 'react'

/** What the data that is shown was asked with: what was asked before, as long as its answer stays in place of the new one. */
export function useAnswered<Asked>(asked: Asked, { isPlaceholderData }: { isPlaceholderData: boolean }): Asked {
  const [answered, setAnswered] = useState(asked)
  if (isPlaceholderData) return answered
  if (answered !== asked) setAnswered(asked)
  return asked
}
