import type { ProgramLevels } from '../../shared/domain/program-levels.ts'

/** Everything. */
export const mostLevels: ProgramLevels = { names: 'full', amounts: 'exact', document_text: 'on', households: 'all' }

/** The choices of every level, in words. */
export const choiceWords = {
  names: { full: 'Names', roles: 'Roles instead of names' },
  amounts: { exact: 'Exact amounts', rounded: 'Rounded amounts', hidden: 'No amounts' },
  document_text: { on: 'Text of documents', off: 'No text of documents' },
  households: { all: 'All households', mine: 'My households', favorites: 'My favorite households' },
} as const satisfies { [Kind in keyof ProgramLevels]: Record<ProgramLevels[Kind], string> }

/** Levels as one sentence without its stop: `Roles instead of names, rounded amounts, no text of documents, my households`. */
export function levelWords({ names, amounts, document_text, households }: ProgramLevels): string {
  const [first, ...others] = [
    choiceWords.names[names],
    choiceWords.amounts[amounts],
    choiceWords.document_text[document_text],
    choiceWords.households[households],
  ]
  return [first, ...others.map((words) => words.charAt(0).toLowerCase() + words.slice(1))].join(', ')
}
