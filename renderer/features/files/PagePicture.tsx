import type { FileRef, HeldFile } from '../../../shared/ipc/files.ts'
import { ErrorState } from '../../components/States.tsx'
import { lazyPart } from '../../lib/lazy-part.ts'
import { partFailed } from '../../lib/present-error.ts'
import type { MarkedPageProps } from './preview/pdf/MarkedPage.tsx'
import { Waiting } from './preview/Waiting.tsx'
import { useHeld, useHeldSource } from './use-file.ts'

const MarkedPage = lazyPart(async () => (await import('./preview/pdf/MarkedPage.tsx')).MarkedPage, {
  before: () => <Waiting />,
  failed: (retry, isLoaded) =>
    retry === null ? <Waiting /> : <ErrorState error={partFailed('The page', isLoaded)} onRetry={retry} />,
})

type Props = MarkedPageProps & { file: FileRef }

function Held({ file, held, ...marked }: Props & { held: HeldFile }) {
  return <MarkedPage source={useHeldSource(file, held)} {...marked} />
}

/** A page of a PDF on this computer with a part of it marked; nothing for a file that is not here, or is no PDF. */
export function PagePicture(props: Props) {
  const { data } = useHeld(props.file)
  return data?.file?.preview === 'pdf' ? <Held {...props} held={data.file} /> : null
}
