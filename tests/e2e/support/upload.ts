import { createSandboxClient } from '../../integration/support/sandbox-client.ts'
import type { SandboxProcess } from '../../integration/support/sandbox-process.ts'

export type Uploaded = {
  name: string
  fileName: string
  content: Buffer
  mediaType?: string
  type?: string
  /** The tenant's first household if it is left out. */
  householdId?: string
}

type Household = { id: string }

/** Uploads documents as a colleague; returns their ids in the same order. */
export async function uploadDocuments(tenant: SandboxProcess, documents: readonly Uploaded[]): Promise<string[]> {
  const client = createSandboxClient(tenant)
  try {
    const { body } = await client.api('/households?limit=1')
    const [household] = (body as { data: Household[] }).data
    const ids: string[] = []
    for (const { name, fileName, content, mediaType = 'application/pdf', type = 'OTHER', householdId } of documents) {
      const form = new FormData()
      form.set('household_id', householdId ?? household?.id ?? '')
      form.set('name', name)
      form.set('type', type)
      form.set('file', new File([new Uint8Array(content)], fileName, { type: mediaType }))
      const made = new Response(form)
      const answer = await client.api('/documents', {
        method: 'POST',
        headers: { 'content-type': made.headers.get('content-type') ?? '' },
        body: Buffer.from(await made.arrayBuffer()),
      })
      if (answer.status !== 201) throw new Error(`An upload was answered with ${answer.status}.`)
      ids.push((answer.body as { id: string }).id)
    }
    return ids
  } finally {
    await client.close()
  }
}
