import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react'
import type { Popup } from './use-popup.ts'

type Props = { of: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLElement> }

/** Stands for the button that is on screen already, where Mantine wants the element to open at. Draws nothing. */
export function PopupAnchor({ of, ref }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current, [of])
  return null
}

/** What Mantine is told of a popup. It is made closed and opened at once, so that it notes where the focus returns to. */
export function useOpening({ id, opened, onOpened }: Popup) {
  const [made, setMade] = useState(false)
  useEffect(() => setMade(true), [])
  return { id, opened: opened && made, onChange: onOpened }
}
