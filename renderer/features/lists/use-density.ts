import { usePreferences } from '../../lib/use-preferences.ts'

const rowHeights = { comfortable: 32, compact: 26 } as const

/** Row density of all lists; stored for the whole app on this computer. */
export function useDensity() {
  const {
    chosen: { density },
    choose,
  } = usePreferences()
  return {
    density,
    /** In pixels. */
    rowHeight: rowHeights[density],
    setDensity: (wanted: keyof typeof rowHeights) => choose({ density: wanted }),
  }
}
