import type { PlainLink } from './transport.ts'

/** What a procedure is asked: its path in the contract and its input. */
export type Question = { path: readonly string[]; input: Readonly<Record<string, unknown>> }

/** A link that can ask before anybody needs the answer. */
export type AheadLink = {
  /** The first equal call takes the answer; every other goes through. */
  link: PlainLink
  ask(question: Question): Promise<unknown>
  /** Takes the answer if it is there already, for whoever draws with it in the same breath; else undefined. */
  take(question: Question): unknown
  /** Drops the answers that nobody took: they may be old by now. */
  forget(): void
}

type Asked = { answer: Promise<unknown>; here: unknown }

/** Asks while the screens' code is still on its way, so that they find their answers there. */
export function askAhead(link: PlainLink): AheadLink {
  const asked = new Map<string, Asked>()
  return {
    link: {
      call(path, input, options) {
        const key = keyOf({ path, input: input as Question['input'] })
        const known = asked.get(key)
        if (!known) return link.call(path, input, options)
        asked.delete(key)
        return known.answer
      },
    },
    ask(question) {
      const answer = link.call(question.path, question.input, { context: {} })
      const known: Asked = { answer, here: undefined }
      // Whoever takes a failure is told.
      answer.then(
        (output) => {
          known.here = output
        },
        () => {},
      )
      asked.set(keyOf(question), known)
      return answer
    },
    take(question) {
      const key = keyOf(question)
      const known = asked.get(key)
      if (known?.here !== undefined) asked.delete(key)
      return known?.here
    },
    forget: () => asked.clear(),
  }
}

/** Inputs are equal whatever order their fields were written in. */
function keyOf({ path, input }: Question): string {
  return JSON.stringify([path, input], (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  )
}
