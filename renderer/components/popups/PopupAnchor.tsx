import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react'
import type { Popup } from './use-popup.ts'

type Props = { of: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLElement> }

/** Gives Mantine a popup's existing button as the target element. Renders nothing. */
export function PopupAnchor({ of, ref }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current, [of])
  return null
}

/** Popup props for Mantine. It is mounted closed and opened right after, so that it records where to return the focus. */
export function useOpening({ id, opened, onOpened }: Popup) {
  const [made, setMade] = useState(false)
  useEffect(() => setMade(true), [])
  return { id, opened: opened && made, onChange: onOpened }
}
