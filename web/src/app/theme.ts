/** The brand as Mantine sees it; the values themselves are CSS variables in theme.css, so that no style tag is needed. */
import { createTheme, type MantineColorsTuple } from '@mantine/core'

const main: MantineColorsTuple = [
  '#E2F1F5',
  '#C9E5EC',
  '#9FD0DC',
  '#6CC6DD',
  '#3A9DB7',
  '#1C86A3',
  '#0B7390',
  '#08657F',
  '#085F77',
  '#064A5D',
]
const error: MantineColorsTuple = [
  '#FBEAE8',
  '#F4D0CC',
  '#E9ABA5',
  '#F0958D',
  '#D4756D',
  '#BE5952',
  '#AF453E',
  '#9E3C36',
  '#97352F',
  '#7A2A25',
]

/** Windows close without moving the page behind them; locking its scroll would need a style tag. */
const overlay = {
  lockScroll: false,
  centered: true,
  radius: 16,
  transitionProps: { duration: 180 },
  closeButtonProps: { size: 40 },
}

export const theme = createTheme({
  primaryColor: 'main',
  primaryShade: 6,
  colors: { main, error },
  fontFamily: 'Lato, "Segoe UI", system-ui, sans-serif',
  headings: { fontFamily: 'Lato, "Segoe UI", system-ui, sans-serif', fontWeight: '700' },
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '24px' },
  lineHeights: { xs: '1.3334', sm: '1.4286', md: '1.5', lg: '1.4', xl: '1.3334' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { h: 'var(--gs-control)' } },
    Modal: { defaultProps: overlay },
    Drawer: { defaultProps: { lockScroll: false, closeButtonProps: { size: 40 }, transitionProps: { duration: 180 } } },
    // The library adds a placeholder for the focus to the menu, which a menu may not contain.
    Menu: {
      defaultProps: {
        radius: 12,
        shadow: 'md',
        transitionProps: { duration: 120 },
        withInitialFocusPlaceholder: false,
      },
    },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
})
