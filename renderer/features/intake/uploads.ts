import { create } from 'zustand'

/** Progress of an upload, in bytes. */
export type UploadProgress = { operation_id: string; sent: number; total: number }

type Uploads = {
  /** Running uploads by connection. */
  of: Readonly<Record<string, readonly UploadProgress[]>>
  report(connectionId: string, uploads: readonly UploadProgress[]): void
}

/** Running uploads, as reported by the main process. */
export const useUploads = create<Uploads>((set) => ({
  of: {},
  report: (connectionId, uploads) => set(({ of }) => ({ of: { ...of, [connectionId]: uploads } })),
}))

const none: readonly UploadProgress[] = []

/** The running uploads of a connection. */
export const useUploadsOf = (connectionId: string): readonly UploadProgress[] =>
  useUploads(({ of }) => of[connectionId] ?? none)

/** Progress of one upload, from 0 to 1; null if it is not running. */
export const useUploadShare = (connectionId: string, operationId: string): number | null =>
  useUploads(({ of }) => {
    const upload = of[connectionId]?.find(({ operation_id }) => operation_id === operationId)
    return upload ? shareOf([upload]) : null
  })

/** Combined progress of several uploads, from 0 to 1. */
export function shareOf(uploads: readonly UploadProgress[]): number {
  const total = uploads.reduce((sum, upload) => sum + upload.total, 0)
  const sent = uploads.reduce((sum, upload) => sum + upload.sent, 0)
  return total === 0 ? 0 : Math.min(1, sent / total)
}

/** A share as text, such as `45%`; rounded down, so that 100% means complete. */
export const percent = (share: number): string => `${Math.floor(share * 100)}%`
