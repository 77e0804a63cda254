/** The web program: starts language and session, and hands over to the router. It knows no noun itself. */
import '@fontsource/lato/400.css'
import '@fontsource/lato/700.css'
import '@mantine/core/styles.layer.css'
import './theme.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { session } from './api/index.ts'
import { startLanguage } from './i18n/index.ts'

if (import.meta.env.VITE_SENTRY_DSN) {
  const dsn = import.meta.env.VITE_SENTRY_DSN
  void import('./errorReports.ts').then(({ startErrorReports }) => startErrorReports(dsn))
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
createRoot(root).render(<App languageReady={startLanguage()} />)
void session.start()
