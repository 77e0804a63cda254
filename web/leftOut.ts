/**
 * Parts of libraries that nothing here uses, but that their own modules pull in where no tree shaking can take them
 * away: about a sixth of what the map page would load. Whoever begins to use one of them meets an error with its name.
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const LEFT_OUT: Readonly<Record<string, string>> = {
  'zod/v4/core/json-schema-processors.js': 'schemas become JSON Schema on the server only',
  'zod/v4/core/to-json-schema.js': 'schemas become JSON Schema on the server only',
  'ol/render/canvas/style.js': 'styles are objects, never flat descriptions with expressions',
  'ol/render/canvas/hitdetect.js': "what is below the pointer is found among the course's own shapes",
  'ol/reproj/DataTile.js': 'every raster lies in the projection of the map',
  'ol/reproj/Tile.js': 'every raster lies in the projection of the map',
  'ol/control/defaults.js': 'the controls of the map are our own',
  'axios/lib/helpers/HttpStatusCode.js': 'what was refused is known by its code',
  'axios/lib/cancel/CancelToken.js': 'calls are given up by an AbortSignal',
  '@mantine/core/esm/components/Tooltip/TooltipFloating/TooltipFloating.mjs': 'hints stand at what they explain',
  'axios/lib/adapters/fetch.js': 'calls go by XMLHttpRequest, which tells how much has been sent',
}

const partOf = (id: string): string | undefined =>
  Object.keys(LEFT_OUT).find(part => id.split('?')[0]?.endsWith(`/node_modules/${part}`))

/** Everything the module gives out, as something that says that it is not there. */
const standIn = (part: string, source: string): string => {
  const names = new Set(
    [...source.matchAll(/^export (?:async )?(?:function|const|let|class) (\w+)/gm)].map(([, name = '']) => name),
  )
  for (const [, list = ''] of source.matchAll(/^export \{([^}]*)\}/gm)) {
    for (const one of list.split(',')) {
      const name =
        one
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? ''
      if (name !== '') names.add(name)
    }
  }
  const hasDefault = names.delete('default') || /^export default /m.test(source)
  return [
    `const gone = () => { throw new Error(${JSON.stringify(`${part} is left out of the web program`)}) }`,
    'class Gone { constructor() { gone() } }',
    // What is called for every schema while it is made must not throw before it is used.
    ...[...names].map(name => `export const ${name} = ${/^create/.test(name) ? '() => gone' : 'gone'}`),
    ...(hasDefault ? ['export default Gone'] : []),
  ].join('\n')
}

/**
 * What the contract says to readers of the API's description, who may call, and that an id stands in the path: the server
 * reads it, and no screen does.
 */
const withoutServerParts = (code: string): string =>
  code
    .replace(/summary:\s*(['`])(?:\\.|(?!\1).)*\1/gs, "summary: ''")
    .replace(/^ +(?:who: '[\w.]+'|params: byId),\n/gm, '')

/** A dialog asks only whether its content scrolls in a ScrollArea, which is much to load for a question; none of ours does. */
const withoutScrollArea = (code: string): string =>
  code.replace(/^import \{ ScrollArea \} from .*$/m, "const ScrollArea = { Autosize: 'none' }")

/** @param isWhole the program uses all the libraries, so that each of the parts has to be met */
export const leftOut = (isWhole = true): Plugin => {
  const met = new Set<string>()
  return {
    name: 'greensward:left-out',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const part = partOf(id)
      if (part === undefined) return null
      met.add(part)
      return { code: standIn(part, readFileSync(id.split('?')[0] ?? id, 'utf8')), moduleSideEffects: false }
    },
    transform(code, id) {
      if (/\/@mantine\/core\/esm\/components\/(Modal|Drawer)\/\w+Root\.mjs$/.test(id))
        return { code: withoutScrollArea(code), map: null }
      return /\/domain\/src\/contract\/\w+\.ts$/.test(id) ? { code: withoutServerParts(code), map: null } : null
    },
    buildEnd(error) {
      if (error !== undefined || !isWhole) return
      const missing = Object.keys(LEFT_OUT).filter(part => !met.has(part))
      if (missing.length > 0)
        this.error(`These parts were not met, so nothing was saved by them: ${missing.join(', ')}`)
    },
  }
}
