import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { screenColors } from '../../../renderer/features/estate-map/colors.ts'
import { layoutStructure } from '../../../shared/domain/estate-map/structure-layout.ts'
import { exactAmounts } from '../../../shared/domain/money.ts'
import { StructureDrawing } from '../../../shared/estate-drawing/StructureDrawing.tsx'
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
  const layout = layoutStructure(map, {
    ...{ width, today: '2026-11-22', amounts: exactAmounts, hidesSizes: false, expectsRoles: true, allPeople: true },
    open: new Set<string>(),
  })
  flushSync(() => root.render(<StructureDrawing layout={layout} colors={screenColors} label={map.household_name} />))
  place.getBoundingClientRect()
  const took = performance.now() - start
  root.unmount()
  return took
}
