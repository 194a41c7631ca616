import {
  type ComboboxItem,
  type ComboboxParsedItem,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type OptionsFilter,
} from '@mantine/core'
import { foldLetters } from '../../shared/domain/fold.ts'

/**
 * The accent colour, a quiet harbour blue. Shade 8 on white and shade 3 on the dark ground both have a contrast of at least
 * 4.5:1.
 */
const harbour: MantineColorsTuple = [
  '#edf5f8',
  '#d8e8ee',
  '#aed1dd',
  '#82b9cb',
  '#5ea5bc',
  '#4898b2',
  '#37889f',
  '#28758d',
  '#1a657c',
  '#0a4f63',
]

/** The dark ground and its foreground colours, in place of Mantine's browner greys. */
const dark: MantineColorsTuple = [
  '#e4e7ea',
  '#c3c9cf',
  '#9ea7b0',
  '#747d86',
  '#3d444b',
  '#2b3035',
  '#22262a',
  '#17191c',
  '#131517',
  '#0f1112',
]

/** Mantine’s red, except for the shade of buttons in dark mode, on which white text must be readable. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#fa5252',
  '#d42f2f',
  '#d42f2f',
  '#c92a2a',
]

/** Overrides of Mantine’s colours: its error red and dimmed grey have less than 4.5:1 contrast on a light ground. */
const ours = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-quiet)',
  '--mantine-color-error': 'var(--negative)',
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-default': 'var(--ground)',
  '--mantine-color-default-hover': 'var(--ground-hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-anchor': 'var(--accent)',
}

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: ours, dark: ours })

/** Style of everything above the page: in dark mode a shadow alone does not separate it from the ground. */
const raised = { background: 'var(--ground-raised)', border: '1px solid var(--line-strong)' }

/** Narrows the options of a list as search does: without case, accents and apostrophes. */
const filter: OptionsFilter = ({ options, search, limit }) => {
  const typed = foldLetters(search.trim())
  const matches = ({ label }: ComboboxItem) => foldLetters(label).includes(typed)
  return options
    .flatMap((option): ComboboxParsedItem[] => {
      if ('items' in option) return [{ ...option, items: option.items.filter(matches) }]
      return matches(option) ? [option] : []
    })
    .slice(0, limit)
}

export const theme = createTheme({
  colors: { harbour, dark, red },
  primaryColor: 'harbour',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  defaultRadius: 4,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'xs' }, styles: { root: { minHeight: 24 }, label: { fontWeight: 500 } } },
    InputWrapper: {
      styles: { description: { fontSize: 12, lineHeight: '16px' }, error: { fontSize: 12, lineHeight: '16px' } },
    },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      // Mantine's own grey is too light for readable text.
      styles: { root: raised, description: { color: 'var(--ink-quiet)' } },
    },
    Select: { defaultProps: { filter } },
    MultiSelect: { defaultProps: { filter } },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false, multiline: true, maw: 360 } },
    // A menu that fades out would take the keys that are pressed after it.
    Menu: { defaultProps: { transitionProps: { duration: 0 } }, styles: { dropdown: raised } },
    // The page behind does not scroll, and locking would also stop the wheel in Help beside the dialog.
    Modal: {
      defaultProps: { centered: true, lockScroll: false },
      styles: { content: raised, header: { background: 'inherit' }, title: { fontWeight: 600 } },
    },
    ModalRoot: { defaultProps: { lockScroll: false } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
})
