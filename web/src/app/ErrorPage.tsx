import { ERROR_TEXT } from '@greensward/contract'
import { Button } from '@mantine/core'
import i18next from 'i18next'
import classes from './ErrorPage.module.css'

/** Texts may be what failed to load, so each has its English words beside it. */
const text = (key: string, english: string): string => (i18next.exists(key) ? i18next.t(key) : english)

/** An uncaught error: what it was, a reload of this address, and a hard reload to the map. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const known = error instanceof Error ? error : new Error(String(error))
  return (
    <main className={classes.page} role="alert">
      <h1 className={classes.title}>{text('errors.boundary', ERROR_TEXT.boundary)}</h1>
      <p className={classes.text}>
        {text('errors.explain', 'Reload this page; if it happens again, start at the map.')}
      </p>
      <div className={classes.actions}>
        <Button onClick={() => window.location.reload()}>{text('errors.reload', 'Reload')}</Button>
        <Button component="a" href="/map" variant="default">
          {text('errors.hardReload', 'Hard reload')}
        </Button>
      </div>
      <dl className={classes.details}>
        <dt>{text('errors.name', 'Name')}</dt>
        <dd>{known.name}</dd>
        <dt>{text('errors.message', 'Message')}</dt>
        <dd>{known.message}</dd>
        <dt>{text('errors.stack', 'Stack trace')}</dt>
        <dd>
          <pre className={classes.stack}>{known.stack}</pre>
        </dd>
      </dl>
    </main>
  )
}
