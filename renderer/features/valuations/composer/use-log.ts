import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { commitFocused } from '../../../components/forms/commit-focused.ts'
import { useDrafts } from '../../../components/forms/drafts.ts'
import { useSave } from '../../../components/forms/use-save.ts'
import { bodyOf, problemsWith } from './typed.ts'
import type { Composer } from './use-composer.ts'

type Options = {
  composer: Composer
  entityId: string
  form: RefObject<HTMLFormElement | null>
  /** Why nothing can be saved; null when it can. */
  reason: string | null
  onLogged: () => void
}

/** Logs the valuation once everything in it is right; else goes to the first field that is not. */
export function useLog({ composer, entityId, form, reason, onLogged }: Options) {
  const { typed, draft } = composer
  const problems = problemsWith(typed)
  const [asked, setAsked] = useState(0)
  const save = useSave(draft)
  // A valuation is logged once: a second press must not log another one, nor one on the way out.
  const running = useRef(false)
  const saving = useMutation({
    mutationFn: async () => {
      await save(
        { action: 'create', resource: 'valuations', parent_id: entityId, fields: bodyOf(typed) },
        'Valuation logged on this computer. It is sent as soon as the service can be reached.',
      )
      useDrafts.getState().end(draft)
    },
    meta: { shown: true },
    onSuccess: onLogged,
    onError: () => {
      running.current = false
    },
  })
  const logNow = useRef(() => {})
  useEffect(() => {
    logNow.current = () => {
      if (reason !== null || running.current) return
      if (problems !== null) return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      running.current = true
      saving.mutate()
    }
  })
  // Asked for by one drawing, done with the next: the field that had the focus has said by then what it holds.
  useEffect(() => {
    if (asked > 0) logNow.current()
  }, [asked])
  return {
    problems,
    /** Whether a person wanted to log it: from then on everything that is wrong is shown. */
    tried: asked > 0,
    saving,
    log() {
      commitFocused(form.current)
      setAsked((times) => times + 1)
    },
  }
}
