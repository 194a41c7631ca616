import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../lib/api.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { whenDrawn } from '../lib/when-drawn.ts'

const ArrivedDialog = lazyPart(async () => (await import('../features/intake/add/ArrivedDialog.tsx')).ArrivedDialog)

/** Returns true once this window has had the focus since it was drawn, so that only one of several windows asks. */
function useAttended(): boolean {
  const [attended, setAttended] = useState(false)
  useEffect(() => {
    const look = () => setAttended((before) => before || document.hasFocus())
    window.addEventListener('focus', look)
    const giveUp = whenDrawn(look)
    return () => {
      window.removeEventListener('focus', look)
      giveUp()
    }
  }, [])
  return attended
}

/** Asks which household the files belong to that the operating system opened with Steward. */
export function Arrived() {
  const attended = useAttended()
  const { data } = useQuery({ ...useApi().intake.arrived.queryOptions({ input: {} }), enabled: attended })
  return attended && data && data.files.length > 0 ? <ArrivedDialog files={data.files} /> : null
}
