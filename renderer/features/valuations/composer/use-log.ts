import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { commitFocused } from '../../../components/forms/commit-focused.ts'
import { useDrafts } from '../../../components/forms/drafts.ts'
import { useSave } from '../../../components/forms/use-save.ts'
import { bodyOf, problemsWith } from './typed.ts'
import type { Composer } from './use-composer.ts'

type Options = {
  composer: Composer
  entityId: string
  form: RefObject<HTMLFormElement | null>
  /** Why the valuation cannot be saved; null if it can. */
  reason: string | null
  onLogged: () => void
  onFailed: (error: Error) => void
}

/** Shows the review of a valuation without problems, and logs it once confirmed; otherwise focuses the first invalid field. */
export function useLog({ composer, entityId, form, reason, onLogged, onFailed }: Options) {
  const { typed, draft } = composer
  const problems = problemsWith(typed)
  const [asked, setAsked] = useState(0)
  const [reviewing, setReviewing] = useState(false)
  const save = useSave(draft)
  // Prevents logging the valuation twice, by a second click or while the page is being left.
  const running = useRef(false)
  const saving = useMutation({
    mutationFn: async () => {
      await save(
        { action: 'create', resource: 'valuations', parent_id: entityId, fields: bodyOf(typed) },
        'Valuation logged on this computer.',
      )
      useDrafts.getState().end(draft)
    },
    meta: { shown: true },
    onSuccess: onLogged,
    onError: (error) => {
      running.current = false
      onFailed(error)
    },
  })
  const reviewNow = useEffectEvent(() => {
    if (reason !== null || running.current) return
    if (problems !== null) return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    setReviewing(true)
  })
  // Reviews in the render after the request, because the focused field commits its value first.
  useEffect(() => {
    if (asked > 0) reviewNow()
  }, [asked])
  return {
    problems,
    /** True once the user has tried to log: from then on all problems are shown. */
    tried: asked > 0,
    saving,
    reviewing,
    /** The user has seen the review. */
    confirm() {
      setReviewing(false)
      if (running.current) return
      running.current = true
      saving.mutate()
    },
    goBack: () => setReviewing(false),
    log() {
      commitFocused(form.current)
      setAsked((times) => times + 1)
    },
  }
}
