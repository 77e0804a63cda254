/** What the page of the API says about each call stays out of the browser's program: nothing there reads it. */
import type { Plugin } from 'vite'

const SUMMARY = /^\s*summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),\n/gm

export const withoutSummaries = (): Plugin => ({
  name: 'greensward:without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]contract[\\/]src[\\/]\w+Calls\.ts$/ },
    handler: code => ({ code: code.replace(SUMMARY, ''), map: null }),
  },
})
