/** Calls that tests make as the person of the page, and the clock of the demo course. */
import type { Page } from '@playwright/test'

export const ask = async <T = unknown>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([verb, to, sent]) => {
      const send = (): Promise<Response> => {
        const { token } = JSON.parse(localStorage.getItem('accessToken') ?? '{}') as { token?: string }
        return fetch(`/api/${to}`, {
          method: verb,
          headers: { 'x-api-key': token ?? '', ...(sent === '' ? {} : { 'content-type': 'application/json' }) },
          ...(sent === '' ? {} : { body: sent }),
        })
      }
      let answer = await send()
      // A page that was away for long renews its right to ask in its own time.
      for (let tries = 0; answer.status === 401 && tries < 100; tries += 1) {
        await new Promise(resolve => setTimeout(resolve, 200))
        answer = await send()
      }
      const json = (await answer.json()) as { result?: unknown; error?: { message: string } }
      if (!answer.ok) throw new Error(`${verb} ${to}: ${json.error?.message}`)
      return json.result as never
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  )

/** A time of the demo course, which is in Europe/London. */
export const londonTime = (day: string, clock: string): string => {
  const utc = new Date(`${day}T${clock}Z`)
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', hourCycle: 'h23' })
  return new Date(utc.getTime() - (Number(shown.format(utc)) - utc.getUTCHours()) * 3_600_000).toISOString()
}
