/** The web program: starts language and session, and renders the router. It knows no feature. */
import '@fontsource/lato/400.css'
import '@fontsource/lato/700.css'
import '@mantine/core/styles.layer.css'
import './theme.css'
import './fingers.css'
import { createRoot } from 'react-dom/client'
import { STORAGE, session } from '../api/index.ts'
import { startLanguage } from '../i18n/index.ts'
import { App } from './App.tsx'
import { reloadForMissingParts } from './reloadOnce.ts'
import { loadAhead, makeRouter } from './router.tsx'

/** The server writes the address for error reports into the page, where its operator named one. */
const dsn = document.querySelector<HTMLMetaElement>('meta[name="error-reports"]')?.content
const reports =
  dsn === undefined ? undefined : import('./errorReports.ts').then(({ startErrorReports }) => startErrorReports(dsn))

reloadForMissingParts(() => window.location.reload())

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
const program = createRoot(root, {
  onCaughtError: (error, info) => {
    console.error(error, info.componentStack)
    // An error that cannot be reported stays in the console.
    reports?.then(report => report(error, { componentStack: info.componentStack ?? null })).catch(() => undefined)
  },
})
// Waited for out here: what a component waits for, React shows no sooner than 300 ms after the sign that it waits.
const router = makeRouter()
startLanguage().then(
  () => program.render(<App router={router} />),
  error => program.render(<App router={router} languageFailure={error} />),
)
void session.start()
if (localStorage.getItem(STORAGE.refreshToken) !== null) loadAhead(window.location.pathname)
