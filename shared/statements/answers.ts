import type { Answers } from '../tables/doubts.ts'

/** A short text in place of another: the same for the same text, and no part of it. */
export function keyOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13)
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

/** The answers by their scope, the part of an id up to its slash; those of the file itself have none. */
export function answersByScope(answers: Answers): (scope: string) => Answers {
  const scopes = new Map<string, Record<string, string>>()
  for (const [id, answer] of Object.entries(answers)) {
    const scope = scopeOf(id)
    const of = scopes.get(scope) ?? {}
    of[id.slice(scope.length)] = answer
    scopes.set(scope, of)
  }
  return (scope) => scopes.get(scope) ?? {}
}

/** The part of an id that names a header (`h`) or an account (`a`), with its slash; empty for a question about the file. */
export const scopeOf = (id: string): string => /^[ah][0-9a-f]{16}\//.exec(id)?.[0] ?? ''
