import { stableColor } from '../domain/stable-color.ts'

/** The colours of a drawing, as CSS values: variables on screen, resolved in a file. */
export type MapColors = {
  ground: string
  quiet: string
  line: string
  ink: string
  inkQuiet: string
  onBox: string
  negative: string
  warn: string
  accent: string
  ofStatus(status: string): string
  ofPerson(id: string): string
}

/** The colours of the theme, each passed through `resolve`, which receives `var(--name)`. */
export const themeColors = (resolve: (color: string) => string): MapColors => ({
  ground: resolve('var(--ground)'),
  quiet: resolve('var(--ground-quiet)'),
  line: resolve('var(--line-strong)'),
  ink: resolve('var(--ink)'),
  inkQuiet: resolve('var(--ink-quiet)'),
  onBox: resolve('var(--category-ink)'),
  negative: resolve('var(--negative)'),
  warn: resolve('var(--warn-ink)'),
  accent: resolve('var(--accent)'),
  ofStatus: (status) => resolve(stableColor('estate-status', status)),
  ofPerson: (id) => resolve(stableColor('person', id)),
})
