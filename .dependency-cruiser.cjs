// The arrows of ARCHITECTURE.md. What is not allowed here does not land.
const rooms = {
  messages: [],
  geometry: [],
  raster: [],
  domain: ['geometry', 'messages'],
  demo: ['domain', 'geometry', 'raster'],
  vehicle: ['domain', 'geometry'],
  simulator: ['vehicle', 'geometry'],
  server: ['vehicle', 'demo', 'raster', 'domain', 'geometry', 'messages'],
  web: ['domain', 'geometry', 'messages'],
  e2e: [],
  testing: [],
  bench: ['geometry', 'domain', 'vehicle', 'simulator', 'server', 'demo'],
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
      name: 'rooms-by-their-door',
      comment: 'Another room is entered by its package name, so that its exports stay its only doors.',
      severity: 'error',
      from: { path: '^([^/]+)/' },
      to: {
        path: '^(messages|geometry|raster|domain|demo|vehicle|simulator|server|web)/',
        pathNot: '^$1/',
        dependencyTypesNot: ['aliased-workspace'],
      },
    },
    {
      name: 'ol-has-one-owner',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/src/map/canvas/' },
      to: { path: 'node_modules/ol/' },
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
      from: { path: '^(geometry|domain|demo|vehicle|server|web)/', pathNot: test },
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
      from: {
        path: '^server/src/(auth|map|missions|schedule|garage|restaurant|notifications|settings|rasters|carts|courseMode|fleet|ogc|publicCourse|weather)/',
        pathNot: test,
      },
      to: {
        path: '^server/src/(auth|map|missions|schedule|garage|restaurant|notifications|settings|rasters|carts|courseMode|fleet|ogc|publicCourse|weather)/',
        pathNot: '^server/src/$1/',
      },
    },
    {
      name: 'web-features-do-not-import-features',
      severity: 'error',
      from: {
        path: '^web/src/(missions|schedule|garage|settings|restaurant|notifications|login|player|publicCourse)/',
        pathNot: test,
      },
      to: {
        path: '^web/src/(missions|schedule|garage|settings|restaurant|notifications|login|player|publicCourse)/',
        pathNot: '^web/src/$1/',
      },
    },
    {
      name: 'map-and-ui-and-api-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/(map|ui|api)/' },
      to: { path: '^web/src/(missions|schedule|garage|settings|restaurant|notifications|login|player|publicCourse)/' },
    },
    {
      name: 'pure-floors',
      comment: 'messages, geometry and domain know no Node.',
      severity: 'error',
      from: { path: '^(messages|geometry|domain)/', pathNot: test },
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
