import { create } from 'zustand'

/** How far an upload is, in bytes. */
export type UploadProgress = { operation_id: string; sent: number; total: number }

type Uploads = {
  /** Those under way, by connection. */
  of: Readonly<Record<string, readonly UploadProgress[]>>
  told(connectionId: string, uploads: readonly UploadProgress[]): void
}

/** The uploads that the main process tells of. */
export const useUploads = create<Uploads>((set) => ({
  of: {},
  told: (connectionId, uploads) => set(({ of }) => ({ of: { ...of, [connectionId]: uploads } })),
}))

const none: readonly UploadProgress[] = []

/** The uploads of a connection that are under way. */
export const useUploadsOf = (connectionId: string): readonly UploadProgress[] =>
  useUploads(({ of }) => of[connectionId] ?? none)

/** How far one upload is, from 0 to 1; null while it is not under way. */
export const useUploadShare = (connectionId: string, operationId: string): number | null =>
  useUploads(({ of }) => {
    const upload = of[connectionId]?.find(({ operation_id }) => operation_id === operationId)
    return upload ? shareOf([upload]) : null
  })

/** How far several are together, from 0 to 1. */
export function shareOf(uploads: readonly UploadProgress[]): number {
  const total = uploads.reduce((sum, upload) => sum + upload.total, 0)
  const sent = uploads.reduce((sum, upload) => sum + upload.sent, 0)
  return total === 0 ? 0 : Math.min(1, sent / total)
}

/** As people read it: `45 %`. Never whole before it is. */
export const percent = (share: number): string => `${Math.floor(share * 100)} %`
