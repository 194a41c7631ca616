import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { evidenceOf, rolesBeside } from '../../../renderer/features/estate-map/evidence-items.ts'
import { type StructureState, StructureView } from '../../../renderer/features/estate-map/StructureView.tsx'
import { estateLanes } from '../../../shared/domain/estate-map/lanes.ts'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import { namesOf } from '../../../shared/domain/estate-map/roles.ts'
import type { EstateMap, EstateNode } from '../../../shared/ipc/estate.ts'

declare global {
  interface Window {
    /** Draws a map in an empty page; returns the milliseconds until its geometry is known. */
    drawMap(map: EstateMap, isOpen: boolean): Promise<number>
    /** Does something in the map that was drawn last; returns the milliseconds until its geometry is known. */
    changeMap(what: 'choose' | 'step' | 'fold', nth: number): number
  }
}

const nothing = () => undefined

/** The structure as the screen shows it, with the evidence as an empty part beside it. */
function Structure({ map, isOpen }: { map: EstateMap; isOpen: boolean }) {
  const nameOf = useMemo(() => namesOf(map), [map])
  const [chosen, setChosen] = useState<EstateNode | null>(null)
  const [state, setState] = useState<StructureState>(() => ({
    open: new Set(
      isOpen
        ? estateLanes(map.entities).flatMap(({ status, kinds }) => kinds.map(({ kind }) => `${status} ${kind}`))
        : [],
    ),
    allPeople: true,
  }))
  const focus = useMemo(() => {
    if (chosen === null) return null
    const key = nodeKey(chosen)
    return { key, roles: rolesBeside(evidenceOf(map, { what: 'node', node: chosen }), key) }
  }, [chosen, map])
  return (
    <StructureView
      {...{ map, nameOf, focus, state }}
      onState={setState}
      onChoose={setChosen}
      onAddRole={nothing}
      onAddFamily={nothing}
      evidence={focus && <aside />}
    />
  )
}

let unmount: () => void = nothing

window.drawMap = async (map, isOpen) => {
  unmount()
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  const start = performance.now()
  flushSync(() => root.render(<Structure map={map} isOpen={isOpen} />))
  place.getBoundingClientRect()
  const took = performance.now() - start
  // The width of the page is known after the first frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return took
}

window.changeMap = (what, nth) => {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')]
  const of = (start: string) => parts.filter(({ dataset }) => dataset.part?.startsWith(start))
  const all = of({ choose: 'individuals/', step: 'entities/', fold: 'kind ' }[what])
  const part = all[nth % all.length]
  const start = performance.now()
  flushSync(() => {
    if (what === 'step') part?.focus()
    else part?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
  document.body.getBoundingClientRect()
  return performance.now() - start
}
