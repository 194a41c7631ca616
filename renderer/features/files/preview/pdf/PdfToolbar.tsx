import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import {
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconPrinter,
  IconRotateClockwise,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../../../shared/domain/counts.ts'
import classes from './pdf.module.css'

type Props = {
  /** Starting at 0. */
  page: number
  pages: number
  zoom: number
  onPage(page: number): void
  onZoom(way: 1 | -1): void
  onFit(fit: 'width' | 'page'): void
  onRotate(): void
  onFind(): void
  onPrint: (() => void) | null
  /** Tooltip of the print button; the reason if a firm forbids printing. */
  printing: string
}

/** The current page number. Entering another one goes to that page. */
function PageField({ page, pages, onPage }: Pick<Props, 'page' | 'pages' | 'onPage'>) {
  const [entry, setEntry] = useState<{ page: number; text: string } | null>(null)
  // Scrolling to another page replaces the typed number.
  const typed = entry?.page === page ? entry.text : null
  const setTyped = (text: string | null) => setEntry(text === null ? null : { page, text })
  const go = () => {
    const wanted = Number.parseInt(typed ?? '', 10)
    if (Number.isFinite(wanted)) onPage(wanted - 1)
    setTyped(null)
  }
  return (
    <span className={classes.pages}>
      <TextInput
        size="xs"
        w={48}
        aria-label="Page"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(page + 1)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go()
        }}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(null)}
      />
      <span>of {formatCount(pages)}</span>
    </span>
  )
}

function Tool({ label, onPress, children }: { label: string; onPress: (() => void) | null; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={24} aria-label={label} disabled={onPress === null} onClick={() => onPress?.()}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Toolbar of the PDF viewer. */
export function PdfToolbar(props: Props) {
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Document">
      <PageField {...props} />
      <span className={classes.group}>
        <Tool label="Zoom out" onPress={() => props.onZoom(-1)}>
          <IconZoomOut {...icon} />
        </Tool>
        <output className={classes.zoom} aria-label="Zoom">
          {Math.round(props.zoom * 100)}%
        </output>
        <Tool label="Zoom in" onPress={() => props.onZoom(1)}>
          <IconZoomIn {...icon} />
        </Tool>
        <Tool label="Fit width" onPress={() => props.onFit('width')}>
          <IconArrowAutofitWidth {...icon} />
        </Tool>
        <Tool label="Fit page" onPress={() => props.onFit('page')}>
          <IconArrowAutofitHeight {...icon} />
        </Tool>
        <Tool label="Rotate right" onPress={props.onRotate}>
          <IconRotateClockwise {...icon} />
        </Tool>
      </span>
      <span className={classes.group}>
        <Tool label={props.printing} onPress={props.onPrint}>
          <IconPrinter {...icon} />
        </Tool>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden="true" />}
          onClick={props.onFind}
        >
          Find
        </Button>
      </span>
    </div>
  )
}
