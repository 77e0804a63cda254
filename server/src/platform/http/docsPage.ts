/** The API for people: one plain page without scripts, made of the contract. */
import type { Call } from '@greensward/contract'
import { allCalls } from '@greensward/contract/all'
import { summaryOf } from '@greensward/contract/summaries'
import { ERROR_STATUS } from '@greensward/messages'
import { z } from 'zod'

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '')

const schemaBlock = (title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string => {
  if (schema === undefined) return ''
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `<details><summary>${title}</summary><pre>${escaped(JSON.stringify(json, null, 2))}</pre></details>`
}

const callBlock = (group: string, name: string, call: Call): string => `
<article id="${group}.${name}">
<h3><span class="method">${call.method}</span> <code>/api/${escaped(call.path)}</code></h3>
<p>${escaped(summaryOf(group, name))}. <em>${call.who === 'anyone' ? 'No token' : call.who === 'user' ? 'Any signed-in person' : call.who}</em></p>
${schemaBlock('Parameters', call.params, 'output')}${schemaBlock('Query', call.query, 'input')}${schemaBlock('Body', call.body, 'input')}${schemaBlock('Result', call.result, 'output')}
</article>`

const STYLE = `body{font:16px/1.5 Lato,system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2b33;background:#fff}
h3{margin:1.5rem 0 .25rem;font-size:1rem}h2{border-bottom:1px solid #ccd6da;margin-top:2.5rem}p{margin:.25rem 0}
.method{background:#0B7390;color:#fff;border-radius:4px;padding:.1rem .4rem;font-size:.8rem}em{color:#51636c}
pre{background:#f2f5f6;padding:.75rem;overflow:auto;max-height:24rem;font-size:.8rem}table{border-collapse:collapse}td{padding:.1rem 1rem .1rem 0}
nav a{margin-right:1rem}@media(prefers-color-scheme:dark){body{background:#10181c;color:#e4ebee}pre{background:#1b262c}em{color:#9fb1ba}a{color:#7cc4dc}}`

export const docsPage = (): string => {
  const groups = Object.entries(allCalls)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API | Greensward</title><style>${STYLE}</style></head>
<body><h1>Greensward API</h1>
<p>Every answer is an envelope: <code>{"code": 200, "result": …}</code>, a refusal <code>{"code": 409, "error": {"kind", "message", "fields"}}</code>.
The access token goes in the header <code>x-api-key</code>; writes may carry an <code>Idempotency-Key</code>; updates carry the <code>updatedAt</code> of what was read.
For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${groups.map(([group]) => `<a href="#${group}">${group}</a>`).join('')}</nav>
${groups
  .map(
    ([group, members]) =>
      `<section><h2 id="${group}">${group}</h2>${Object.entries<Call>(members)
        .map(([name, call]) => callBlock(group, name, call))
        .join('')}</section>`,
  )
  .join('')}
<h2>Refusals</h2><table>${Object.entries(ERROR_STATUS)
    .map(([kind, status]) => `<tr><td><code>${kind}</code></td><td>${status}</td></tr>`)
    .join('')}</table>
</body></html>
`
}
