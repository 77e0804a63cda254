import { Button, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient, session, useSession } from '../api/index.ts'
import { FullScreen } from '../ui/index.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import type { makeRouter } from './router.tsx'
import { theme } from './theme.ts'

/** The drawing of notifications is not in the first load: an earlier notification waits for it. */
const Toaster = lazy(async () => ({ default: (await import('../ui/Toaster.tsx')).Toaster }))

interface AppProps {
  readonly router: ReturnType<typeof makeRouter>
  /** Why the texts are missing, where they did not load. */
  readonly languageFailure?: unknown
}

export function App({ router, languageFailure }: AppProps) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<FullScreen />}>
          <ErrorBoundary>
            <Started router={router} {...(languageFailure === undefined ? {} : { languageFailure })} />
          </ErrorBoundary>
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Nothing is shown but a spinner until the session is known. */
function Started({ router, languageFailure }: AppProps) {
  if (languageFailure !== undefined) throw languageFailure
  const { t } = useTranslation()
  const { loading, waitingForServer, unreachable } = useSession()
  if (unreachable)
    return (
      <FullScreen
        title={t('shell.noAnswer')}
        text={t('shell.noAnswerText')}
        action={<Button onClick={() => void session.start()}>{t('common.tryAgain')}</Button>}
      />
    )
  if (waitingForServer) return <FullScreen title={t('shell.connecting')} text={t('shell.connectingText')} />
  if (loading) return <FullScreen />
  return (
    <>
      <RouterProvider router={router} />
      <Suspense>
        <Toaster />
      </Suspense>
    </>
  )
}
