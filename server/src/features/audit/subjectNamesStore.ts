/** What people call the things that the lines of the record are about. */
import { inArray } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import {
  bases,
  blades,
  carts,
  categories,
  dishes,
  missions,
  mowers,
  orders,
  users,
  zoneTypes,
} from '../../platform/db/schema/index.ts'
import type { StoredAuditLine } from './auditListStore.ts'

type Named = readonly { readonly id: string | number; readonly name: string }[]
type Reading = (db: Reader, ids: readonly string[]) => Promise<Named>

/** Bars call orders by their number. */
const orderName = (number: number): string => `${number}`

const READINGS: Readonly<Record<string, Reading>> = {
  mission: (db, ids) =>
    db
      .select({ id: missions.id, name: missions.title })
      .from(missions)
      .where(inArray(missions.id, [...ids])),
  mower: (db, ids) =>
    db
      .select({ id: mowers.id, name: mowers.name })
      .from(mowers)
      .where(inArray(mowers.id, [...ids])),
  cart: (db, ids) =>
    db
      .select({ id: carts.id, name: carts.name })
      .from(carts)
      .where(inArray(carts.id, [...ids])),
  blade: (db, ids) =>
    db
      .select({ id: blades.id, name: blades.name })
      .from(blades)
      .where(inArray(blades.id, [...ids])),
  base: (db, ids) =>
    db
      .select({ id: bases.id, name: bases.name })
      .from(bases)
      .where(inArray(bases.id, [...ids])),
  dish: (db, ids) =>
    db
      .select({ id: dishes.id, name: dishes.name })
      .from(dishes)
      .where(inArray(dishes.id, [...ids])),
  category: (db, ids) =>
    db
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .where(inArray(categories.id, [...ids])),
  zoneType: (db, ids) =>
    db
      .select({ id: zoneTypes.id, name: zoneTypes.name })
      .from(zoneTypes)
      .where(inArray(zoneTypes.id, [...ids])),
  order: async (db, ids) =>
    (
      await db
        .select({ id: orders.id, number: orders.number })
        .from(orders)
        .where(inArray(orders.id, [...ids]))
    ).map(({ id, number }) => ({ id, name: orderName(number) })),
  user: (db, ids) =>
    db
      .select({ id: users.id, name: users.fullname })
      .from(users)
      .where(inArray(users.id, ids.map(Number))),
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Older lines may hold another kind of id, which PostgreSQL would refuse. */
const isIdOf = (subject: string, id: string): boolean => (subject === 'user' ? /^\d{1,15}$/.test(id) : UUID.test(id))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The name in the line itself, for things that are deleted since. */
const writtenName = (details: unknown): string | null => {
  if (!isRecord(details)) return null
  for (const held of [details, details.after, details.before]) {
    if (!isRecord(held)) continue
    const name = held.fullname ?? held.title ?? held.name ?? held.department
    if (typeof name === 'string' && name !== '') return name
  }
  return null
}

/** By the line's id. */
export async function subjectNames(
  db: Reader,
  lines: readonly StoredAuditLine[],
): Promise<(line: StoredAuditLine) => string | null> {
  const idsOf = Map.groupBy(
    lines.filter(({ subject, subjectId }) => subjectId !== null && isIdOf(subject, subjectId)),
    ({ subject }) => subject,
  )
  const names = new Map<string, string>()
  for (const [subject, own] of idsOf) {
    const ids = [...new Set(own.flatMap(({ subjectId }) => (subjectId === null ? [] : [subjectId])))]
    for (const { id, name } of (await READINGS[subject]?.(db, ids)) ?? []) names.set(`${subject} ${id}`, name)
  }
  return ({ subject, subjectId, details }) => names.get(`${subject} ${subjectId}`) ?? writtenName(details)
}
