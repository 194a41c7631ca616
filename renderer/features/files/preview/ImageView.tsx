import { SegmentedControl } from '@mantine/core'
import { type MouseEvent, useEffect, useMemo, useState } from 'react'
import { formatCount } from '../../../../shared/domain/counts.ts'
import { EmptyState, ErrorState } from '../../../components/States.tsx'
import { useForbidden } from '../../../lib/policy.ts'
import type { FileSource } from './file-source.ts'
import { type ImageSize, imageSize } from './image-size.ts'
import classes from './preview.module.css'
import { useWholeFile } from './use-whole-file.ts'
import { Waiting } from './Waiting.tsx'

const maxBytes = 100_000_000
/** A decoded picture takes four bytes per pixel. */
const maxPixels = 100_000_000

function TooLarge({ what }: { what: string }) {
  return <EmptyState title="This picture is too large to show here" hint={`${what} Open it in another program.`} />
}

/** An object URL for bytes in memory, revoked when they change or the view is closed. */
function useAddress(bytes: Uint8Array<ArrayBuffer> | null, type: string): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [bytes, type])
  return address
}

/** Disables dragging a picture out of the page and saving it by the context menu, for firms that forbid saving files. */
const inside = { draggable: false, onContextMenu: (event: MouseEvent) => event.preventDefault() }

type PictureProps = { bytes: Uint8Array<ArrayBuffer>; source: FileSource }

function Picture({ bytes, source }: PictureProps) {
  const keptInside = useForbidden('files.saveAs') === null ? {} : inside
  const [scale, setScale] = useState<'fit' | 'whole'>('fit')
  const [failed, setFailed] = useState(false)
  // As it is drawn: a photo may be turned.
  const [size, setSize] = useState<ImageSize | null>(null)
  const address = useAddress(bytes, source.mediaType)
  if (failed)
    return (
      <EmptyState
        title="This picture cannot be shown"
        hint="The file is damaged. Another program may still read it: save a copy."
      />
    )
  return (
    <div className={classes.view}>
      <div className={`line ${classes.bar}`}>
        <SegmentedControl
          size="xs"
          aria-label="Size"
          data={[
            { value: 'fit', label: 'Fit' },
            { value: 'whole', label: '100%' },
          ]}
          value={scale}
          onChange={setScale}
        />
        <span className="tabular">
          {size ? `${formatCount(size.width)} × ${formatCount(size.height)} pixels` : null}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard */}
      <section className={classes.pictures} data-scale={scale} tabIndex={0} aria-label={source.name}>
        {address ? (
          <img
            src={address}
            alt={source.name}
            onLoad={({ currentTarget }) =>
              setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
            }
            onError={() => setFailed(true)}
            {...keptInside}
          />
        ) : null}
      </section>
    </div>
  )
}

function Read({ bytes, source }: { bytes: Uint8Array<ArrayBuffer>; source: FileSource }) {
  const size = useMemo(() => imageSize(bytes), [bytes])
  if (size && size.width * size.height > maxPixels)
    return <TooLarge what={`It has ${formatCount(size.width)} × ${formatCount(size.height)} pixels.`} />
  if (!size)
    return (
      <EmptyState
        title="This picture cannot be shown"
        hint="The file is damaged. Another program may still read it: save a copy."
      />
    )
  return <Picture bytes={bytes} source={source} />
}

/** A picture, shown from memory. */
export function ImageView({ source, retry }: { source: FileSource; retry: () => void }) {
  const file = useWholeFile(source, maxBytes)
  if (source.size > maxBytes) return <TooLarge what="Its file is larger than 100 MB." />
  if (file.step === 'reading') return <Waiting />
  return file.step === 'failed' ? (
    <ErrorState error={file.error} onRetry={retry} />
  ) : (
    <Read bytes={file.bytes} source={source} />
  )
}
