/** The pages of OGC API - Features: landing page, conformance, collections, and its description as OpenAPI 3.0. */

import { OGC_COLLECTIONS } from '@greensward/contract'
import { COLUMNS } from '@greensward/course-io/columns'
import type { CourseFeature, FeatureKind } from '@greensward/domain'
import { boxAround, boxOfFeature } from '../../shared/course/featureBox.ts'
import { DEFAULT_LIMIT, MOST_LIMIT } from './itemsQuery.ts'

export const GEOJSON = 'application/geo+json'
export const JSON_TYPE = 'application/json'
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.0'
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'

export interface Link {
  readonly href: string
  readonly rel: string
  readonly type: string
  readonly title: string
}

export const link = (href: string, rel: string, type: string, title: string): Link => ({ href, rel, type, title })

const TITLES: Readonly<Record<FeatureKind, string>> = {
  zone: 'Zones',
  restriction: 'Restrictions: where mowers or carts may not go',
  missionArea: 'Mission areas',
  area: 'Areas',
  markedArea: 'Marked areas',
  radius: 'Radii: round places to keep out of, as their middle',
  road: 'Roads',
  hole: 'Holes, from tee to green',
  garage: 'Garages',
  wc: 'WCs',
  note: 'Notes',
}

export const landingPage = (base: string, courseName: string) => ({
  title: courseName,
  description: 'The course as its grounds are managed with Greensward, read-only.',
  links: [
    link(base, 'self', JSON_TYPE, 'This page'),
    link(`${base}/api`, 'service-desc', OPENAPI_TYPE, 'The description of this API'),
    link(`${base}/conformance`, 'conformance', JSON_TYPE, 'What of the standard is implemented'),
    link(`${base}/collections`, 'data', JSON_TYPE, 'The kinds of things on the map'),
  ],
})

export const CONFORMANCE = {
  conformsTo: ['core', 'oas30', 'geojson'].map(
    name => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
  ),
}

export const collectionPage = (base: string, kind: FeatureKind, features: readonly CourseFeature[]) => {
  const own = features.filter(feature => feature.kind === kind)
  const here = `${base}/collections/${kind}`
  return {
    id: kind,
    title: TITLES[kind],
    itemType: 'feature',
    crs: [CRS84],
    ...(own.length === 0 ? {} : { extent: { spatial: { bbox: [boxAround(own.map(boxOfFeature))], crs: CRS84 } } }),
    links: [link(here, 'self', JSON_TYPE, 'This collection'), link(`${here}/items`, 'items', GEOJSON, TITLES[kind])],
  }
}

/** @param kinds what the caller's role may see */
export const collectionsPage = (base: string, kinds: readonly FeatureKind[], features: readonly CourseFeature[]) => ({
  links: [link(`${base}/collections`, 'self', JSON_TYPE, 'This page')],
  collections: kinds.map(kind => collectionPage(base, kind, features)),
})

const JSON_TYPES = { text: 'string', real: 'number', integer: 'integer', boolean: 'boolean', moment: 'string' } as const

const answers = (type: string, schema: unknown) => ({
  '200': { description: 'Done', content: { [type]: { schema } } },
  '400': { description: 'A parameter is wrong or not known' },
  '401': { description: 'A key is missing or wrong' },
  '404': { description: 'Not found' },
})

const query = (name: string, description: string, schema: unknown, extra: object = {}) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
  ...extra,
})

const ITEM_PARAMETERS = [
  query(
    'bbox',
    'West, south, east, north in degrees',
    {
      type: 'array',
      oneOf: [
        { minItems: 4, maxItems: 4 },
        { minItems: 6, maxItems: 6 },
      ],
      items: { type: 'number' },
    },
    { style: 'form', explode: false },
  ),
  query('limit', 'Things of one page', { type: 'integer', minimum: 1, maximum: MOST_LIMIT, default: DEFAULT_LIMIT }),
  query('offset', 'Things before this page', { type: 'integer', minimum: 0, default: 0 }),
  query('datetime', 'A moment of RFC 3339, or two with a slash between them', { type: 'string' }),
]

const FORMAT = query('f', 'JSON is all there is', { type: 'string', enum: ['json', 'geojson'] })

const featureSchema = (kind: FeatureKind) => ({
  type: 'object',
  required: ['type', 'id', 'geometry', 'properties'],
  properties: {
    type: { type: 'string', enum: ['Feature'] },
    id: { type: 'string', format: 'uuid' },
    geometry: { type: 'object', nullable: true },
    properties: {
      type: 'object',
      properties: Object.fromEntries(
        COLUMNS[kind].map(({ name, type, title }) => [
          name,
          { type: JSON_TYPES[type], title, nullable: true, ...(type === 'moment' ? { format: 'date-time' } : {}) },
        ]),
      ),
    },
  },
})

export const openApi30 = (base: string, courseName: string, kinds: readonly FeatureKind[]) => {
  const get = (id: string, summary: string, type: string, schema: unknown, parameters: readonly unknown[] = []) => ({
    get: { operationId: id, summary, parameters: [FORMAT, ...parameters], responses: answers(type, schema) },
  })
  const anything = { type: 'object' }
  return {
    openapi: '3.0.3',
    info: { title: `${courseName}: OGC API - Features`, version: '1.0.0' },
    servers: [{ url: base }],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ key: [] }, { basic: [] }, { bearer: [] }],
    paths: {
      '/': get('getLandingPage', 'Landing page', JSON_TYPE, anything),
      '/conformance': get('getConformanceDeclaration', 'Conformance classes', JSON_TYPE, anything),
      '/collections': get('getCollections', 'Collections', JSON_TYPE, anything),
      ...Object.fromEntries(
        kinds.flatMap(kind => [
          [`/collections/${kind}`, get(`describe_${kind}`, TITLES[kind], JSON_TYPE, anything)],
          [
            `/collections/${kind}/items`,
            get(
              `get_${kind}`,
              TITLES[kind],
              GEOJSON,
              {
                type: 'object',
                properties: { type: { type: 'string' }, features: { type: 'array', items: featureSchema(kind) } },
              },
              [
                ...ITEM_PARAMETERS,
                ...COLUMNS[kind].map(({ name, type, title }) =>
                  query(name, `Only those that have this value: ${title}`, { type: JSON_TYPES[type] }),
                ),
              ],
            ),
          ],
          [
            `/collections/${kind}/items/{featureId}`,
            get(`getOne_${kind}`, `One of: ${TITLES[kind]}`, GEOJSON, featureSchema(kind), [
              { name: 'featureId', in: 'path', required: true, schema: { type: 'string' } },
            ]),
          ],
        ]),
      ),
    },
  }
}

export const kindOf = (collectionId: string): FeatureKind | undefined =>
  OGC_COLLECTIONS.find(kind => kind === collectionId)
