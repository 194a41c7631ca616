import { stableColor } from '../../lib/stable-color.ts'

/** The colours of a drawing, as CSS values: variables on screen, resolved in a file. */
export type MapColors = {
  ground: string
  quiet: string
  line: string
  ink: string
  inkQuiet: string
  onBox: string
  negative: string
  ofStatus(status: string): string
  ofPerson(id: string): string
}

const variables = (resolve: (color: string) => string): MapColors => ({
  ground: resolve('var(--ground)'),
  quiet: resolve('var(--ground-quiet)'),
  line: resolve('var(--line-strong)'),
  ink: resolve('var(--ink)'),
  inkQuiet: resolve('var(--ink-quiet)'),
  onBox: resolve('var(--category-ink)'),
  negative: resolve('var(--negative)'),
  ofStatus: (status) => resolve(stableColor('estate-status', status)),
  ofPerson: (id) => resolve(stableColor('person', id)),
})

/** The colours on screen, which follow the theme. */
export const screenColors: MapColors = variables((color) => color)

const variable = /^var\((--[\w-]+)\)$/

/** The current theme's colours by value, so that a drawing looks the same outside the app. */
export function resolvedColors(): MapColors {
  const style = getComputedStyle(document.documentElement)
  return variables((color) => {
    const name = variable.exec(color)?.[1]
    return name === undefined ? color : style.getPropertyValue(name).trim()
  })
}
