const { readdirSync } = require('node:fs')
const { join } = require('node:path')

// The arrows of ARCHITECTURE.md. What is not allowed here does not land.
const rooms = {
  messages: [],
  geometry: [],
  raster: [],
  domain: ['geometry', 'messages'],
  'course-io': ['domain', 'geometry', 'messages', 'raster'],
  demo: ['domain', 'geometry', 'raster'],
  vehicle: ['domain', 'geometry'],
  simulator: ['vehicle', 'geometry'],
  server: ['vehicle', 'demo', 'course-io', 'raster', 'domain', 'geometry', 'messages'],
  web: ['domain', 'geometry', 'messages'],
  e2e: [],
  testing: [],
  bench: ['geometry', 'domain', 'vehicle', 'simulator', 'server', 'demo'],
}
const all = Object.keys(rooms)
const test = '\\.test\\.tsx?$|/testing/'

const foldersOf = path =>
  readdirSync(join(__dirname, path), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)

/** Folders that features share; every other folder is a feature. */
const shared = {
  'server/src': [
    'backup',
    'bus',
    'course',
    'crud',
    'db',
    'entrance',
    'firstStart',
    'http',
    'live',
    'mail',
    'missionLife',
    'push',
    'recording',
    'replicas',
    'testing',
    'threads',
    'tracing',
  ],
  'web/src': ['api', 'i18n', 'map', 'map-canvas', 'map-editor', 'testing', 'ui'],
}
const featuresOf = path =>
  foldersOf(path)
    .filter(name => !shared[path].includes(name))
    .join('|')
const serverFeatures = `^server/src/(${featuresOf('server/src')})/`
const webFeatures = `^web/src/(${featuresOf('web/src')})/`

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...all.map(room => ({
      name: `arrows-of-${room}`,
      comment: `${room} may only import ${rooms[room].join(', ') || 'nothing of ours'}`,
      severity: 'error',
      from: { path: `^${room}/`, pathNot: test },
      to: { path: `^(${all.filter(other => other !== room && !rooms[room].includes(other)).join('|')})/` },
    })),
    {
      name: 'packages-by-their-exports',
      comment: 'Another package is imported by its name, so that only what it exports is used.',
      severity: 'error',
      from: { path: '^([^/]+)/' },
      to: {
        path: '^(messages|geometry|raster|domain|course-io|demo|vehicle|simulator|server|web)/',
        pathNot: '^$1/',
        dependencyTypesNot: ['aliased-workspace'],
      },
    },
    {
      name: 'ol-has-one-owner',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/(src/map-canvas|bench)/' },
      to: { path: 'node_modules/ol/' },
    },
    {
      name: 'map-editor-is-pure',
      comment: 'The state of the editor is computed without React, OpenLayers or the rest of the web.',
      severity: 'error',
      from: { path: '^web/src/map-editor/', pathNot: test },
      to: {
        path: 'node_modules/(react|react-dom|@mantine|@tanstack|ol)/|^web/src/(?!map-editor/)',
      },
    },
    {
      name: 'mavlink-has-one-owner',
      severity: 'error',
      from: { pathNot: '^(vehicle|simulator|bench)/' },
      to: { path: 'node_modules/(mavlink-mappings|node-mavlink)' },
    },
    {
      name: 'independent-judges-only-in-tests',
      severity: 'error',
      from: { path: '^(geometry|domain|course-io|demo|vehicle|server|web)/', pathNot: test },
      to: { path: 'node_modules/(jsts|node-mavlink|geotiff|mailparser)/', pathNot: 'node_modules/geotiff' },
    },
    {
      name: 'sql-in-stores-only',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: '^server/src/(db/|testing/)|[sS]tore\\.ts$|server/src/context\\.ts$|\\.test\\.ts$',
      },
      to: { path: 'node_modules/(drizzle-orm|pg)/' },
    },
    {
      name: 'server-features-do-not-import-features',
      severity: 'error',
      from: { path: serverFeatures, pathNot: test },
      to: { path: serverFeatures, pathNot: '^server/src/$1/' },
    },
    {
      name: 'web-features-do-not-import-features',
      severity: 'error',
      from: { path: webFeatures, pathNot: test },
      to: { path: webFeatures, pathNot: '^web/src/$1/' },
    },
    {
      name: 'shared-folders-import-no-feature',
      severity: 'error',
      from: { path: `^web/src/(${shared['web/src'].join('|')})/`, pathNot: test },
      to: { path: webFeatures },
    },
    {
      name: 'pure-floors',
      comment:
        'messages, geometry, domain and course-io know no Node; the one format that is a database is written by Node itself.',
      severity: 'error',
      from: { path: '^(messages|geometry|domain|course-io)/', pathNot: `${test}|writeGeopackage` },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|__snapshots__|migrations)/|sw\\.ts$' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
