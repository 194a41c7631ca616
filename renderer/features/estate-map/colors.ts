import { type MapColors, themeColors } from '../../../shared/estate-drawing/map-colors.ts'

/** The colours on screen, which follow the theme. */
export const screenColors: MapColors = themeColors((color) => color)

const variable = /^var\((--[\w-]+)\)$/

/** The current theme's colours by value, so that a drawing looks the same outside the app. */
export function resolvedColors(): MapColors {
  const style = getComputedStyle(document.documentElement)
  return themeColors((color) => {
    const name = variable.exec(color)?.[1]
    return name === undefined ? color : style.getPropertyValue(name).trim()
  })
}
