// The arrows of ARCHITECTURE.md. What is not allowed here does not land.
const rooms = {
  messages: [],
  geometry: [],
  raster: [],
  domain: ['geometry', 'messages'],
  contract: ['domain', 'messages'],
  'course-io': ['contract', 'domain', 'geometry', 'messages', 'raster'],
  demo: ['domain', 'geometry', 'raster'],
  vehicle: ['domain', 'geometry'],
  simulator: ['vehicle', 'geometry'],
  server: ['vehicle', 'demo', 'contract', 'course-io', 'raster', 'domain', 'geometry', 'messages'],
  web: ['contract', 'domain', 'geometry', 'messages'],
  e2e: [],
  testing: [],
  bench: ['geometry', 'domain', 'contract', 'course-io', 'vehicle', 'simulator', 'server', 'demo'],
}
const all = Object.keys(rooms)
const test = '\\.test\\.tsx?$|/testing/'

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
        path: '^(messages|geometry|raster|domain|contract|course-io|demo|vehicle|simulator|server|web)/',
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
      from: { path: '^(geometry|domain|contract|course-io|demo|vehicle|server|web)/', pathNot: test },
      to: { path: 'node_modules/(jsts|node-mavlink|geotiff|mailparser)/', pathNot: 'node_modules/geotiff' },
    },
    {
      name: 'sql-in-stores-only',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: '^server/src/(platform/db/|testing/)|[sS]tore\\.ts$|server/src/platform/context\\.ts$|\\.test\\.ts$',
      },
      to: { path: 'node_modules/(drizzle-orm|pg)/' },
    },
    {
      name: 'tables-in-stores-only',
      comment: 'The types of rows may go anywhere, the tables to those files alone that may hold SQL.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/(platform/db/|testing/)|[sS]tore\\.ts$|\\.test\\.ts$' },
      to: { path: '^server/src/platform/db/schema/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-platform-knows-no-feature',
      comment: 'What any feature may use knows nothing of features, of what they share, or of the program.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: test },
      to: { path: '^server/src/(?!platform/)' },
    },
    {
      name: 'server-shared-knows-no-feature',
      comment: 'What several features share about the course stands on the platform alone.',
      severity: 'error',
      from: { path: '^server/src/shared/', pathNot: test },
      to: { path: '^server/src/(?!shared/|platform/)' },
    },
    {
      name: 'server-features-import-no-feature',
      comment:
        'A feature imports the platform and what features share; app passes it what it needs of another feature.',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/', pathNot: test },
      to: { path: '^server/src/(?!shared/|platform/)', pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'server-app-imports-no-test',
      severity: 'error',
      from: { path: '^server/src/app/', pathNot: test },
      to: { path: test },
    },
    {
      name: 'web-app-is-imported-by-nobody',
      comment:
        'The program of the web imports every screen; no screen and no part that screens share imports the program.',
      severity: 'error',
      from: { path: '^web/src/(?!app/)', pathNot: test },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-features-import-no-feature',
      comment: 'A feature imports only itself and the folders beside features: api, i18n, ui, the parts of the map.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/', pathNot: test },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-shared-folders-import-no-feature',
      severity: 'error',
      from: { path: '^web/src/(?!app/|features/)', pathNot: test },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'pure-floors',
      comment:
        'messages, geometry, domain, contract and course-io know no Node; the one format that is a database is read and written by Node itself.',
      severity: 'error',
      from: { path: '^(messages|geometry|domain|contract|course-io)/', pathNot: `${test}|read/gpkg/|writeGeopackage` },
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
