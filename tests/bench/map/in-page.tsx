import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { screenColors } from '../../../renderer/features/estate-map/colors.ts'
import { layoutEstate } from '../../../shared/domain/estate-map/layout.ts'
import { estateLines } from '../../../shared/domain/estate-map/lines.ts'
import { exactAmounts } from '../../../shared/domain/money.ts'
import { EstateDrawing } from '../../../shared/estate-drawing/EstateDrawing.tsx'
import type { EstateMap } from '../../../shared/ipc/estate.ts'

declare global {
  interface Window {
    /** Lays out and draws a map in an empty page; returns the milliseconds until its geometry is known. */
    drawMap(map: EstateMap, width: number): number
  }
}

window.drawMap = (map, width) => {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  const start = performance.now()
  const lines = estateLines(map)
  const linked = new Set(lines.flatMap(({ from, to }) => [from.id, to.id]))
  const layout = layoutEstate({ entities: map.entities, people: map.people, linked, width })
  flushSync(() =>
    root.render(
      <EstateDrawing
        {...{ layout, lines }}
        colors={screenColors}
        amounts={exactAmounts}
        today="2026-11-22"
        label={map.household_name}
      />,
    ),
  )
  place.getBoundingClientRect()
  const took = performance.now() - start
  root.unmount()
  return took
}
