/**
 * Something that a table leaves open. It blocks until it is answered; with the answer the table is read again.
 * `rows` are those concerned, counted as a spreadsheet counts them, from 1.
 */
export type Question = {
  /** Identifies the question in the answers: its subject and, after a colon, the column (from 0), row or word that it concerns. */
  id: string
  rows: number[]
  /** Index of the column; null if the question concerns the table. */
  column: number | null
  /** One sentence that names the cells. */
  text: string
  choices: { value: string; label: string }[]
}

/** Answers by {@link Question.id}. */
export type Answers = Readonly<Record<string, string>>

/** A row that is not taken, with the cell at fault. */
export type RefusedRow = {
  row: number
  /** Index of the column; null if the whole row is at fault. */
  column: number | null
  /** The text of the cell or row. */
  text: string
  cause: string
  next_step: string
}

/** A row that is no record: a title, a total, a footer, a repeated header, a row of another table. */
export type LeftOutRow = { row: number; text: string; why: string }

/** The answer to a question if it is one of its choices; else null. */
export function answerTo(question: Question, answers: Answers): string | null {
  const answer = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined
  return answer !== undefined && question.choices.some(({ value }) => value === answer) ? answer : null
}

/**
 * The answers that hold for the next file with the same header as well: how a program writes dates and amounts, not which rows or
 * which rate were meant.
 */
export const rememberedAnswers = (answers: Answers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answers).filter(([id]) => /^(?:dates|serials|zeros|mark|sides):|^(?:value|scale|marks)$/.test(id)),
  )

const mostListed = 5

/** Row numbers in words: `row 4`, `rows 4, 7 and 9`, `rows 4, 7, 9, 12, 13 and 20 more`. */
export function rowNumbers(rows: readonly number[]): string {
  const [only] = rows
  if (rows.length <= 1) return `row ${only ?? '?'}`
  if (rows.length <= mostListed) return `rows ${rows.slice(0, -1).join(', ')} and ${rows.at(-1)}`
  return `rows ${rows.slice(0, mostListed).join(', ')} and ${(rows.length - mostListed).toLocaleString('en-US')} more`
}

/** The first few names, and how many more there are. */
export const listed = (names: readonly string[]): string =>
  names.length > mostListed
    ? `${names.slice(0, mostListed).join(', ')} and ${names.length - mostListed} more`
    : names.join(', ')

/** A number of rows in words: `1 row`, `1,204 rows`. */
export const rowCount = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`

/** A text with its first letter in upper case. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The beginning of a long text, marked as cut. */
export const beginning = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
