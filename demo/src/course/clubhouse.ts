/** The clubhouse: its menu and the numbers to ring. All invented; the telephone numbers are kept for drama by Ofcom. */
import type { Allergen, Category, Dish, TechnicalNumber } from '@greensward/domain'
import { fixedId } from './chance.ts'

export type DemoCategory = Omit<Category, 'updatedAt'>
export type DemoDish = Omit<Dish, 'updatedAt'>
export type DemoTechnicalNumber = Omit<TechnicalNumber, 'updatedAt'>

const MENU: readonly (readonly [category: string, dishes: readonly (readonly [name: string, pence: number])[]])[] = [
  [
    'Breakfast',
    [
      ['Bacon roll', 550],
      ['Porridge with honey', 480],
      ['Full breakfast', 1150],
      ['Eggs on sourdough', 850],
    ],
  ],
  [
    'Halfway hut',
    [
      ['Sausage roll', 420],
      ['Cheese and pickle sandwich', 590],
      ['Soup of the day', 620],
      ['Flapjack', 310],
    ],
  ],
  [
    'Lunch',
    [
      ['Fish and chips', 1450],
      ['Steak and ale pie', 1390],
      ['Mushroom risotto', 1280],
      ['Club sandwich', 1120],
      ['Caesar salad', 1090],
    ],
  ],
  [
    'Sweet',
    [
      ['Sticky toffee pudding', 690],
      ['Apple crumble', 650],
      ['Scone with jam and cream', 480],
    ],
  ],
  [
    'Hot drinks',
    [
      ['Tea', 260],
      ['Flat white', 340],
      ['Hot chocolate', 360],
    ],
  ],
  [
    'Cold drinks',
    [
      ['Still water', 220],
      ['Ginger beer', 310],
      ['Pale ale 0.5 l', 590],
      ['Shandy 0.5 l', 520],
    ],
  ],
]

const ALLERGENS_OF: Readonly<Record<string, Allergen[]>> = {
  'Bacon roll': ['gluten', 'milk'],
  'Porridge with honey': ['gluten', 'milk'],
  'Full breakfast': ['gluten', 'eggs', 'milk'],
  'Eggs on sourdough': ['gluten', 'eggs'],
  'Sausage roll': ['gluten', 'eggs', 'milk', 'mustard'],
  'Cheese and pickle sandwich': ['gluten', 'milk', 'mustard'],
  'Soup of the day': ['celery'],
  Flapjack: ['gluten', 'milk'],
  'Fish and chips': ['fish', 'gluten', 'milk'],
  'Steak and ale pie': ['gluten', 'milk', 'celery'],
  'Mushroom risotto': ['milk', 'celery', 'sulphites'],
  'Club sandwich': ['gluten', 'eggs', 'mustard'],
  'Caesar salad': ['gluten', 'eggs', 'fish', 'milk', 'mustard'],
  'Sticky toffee pudding': ['gluten', 'eggs', 'milk'],
  'Apple crumble': ['gluten', 'milk'],
  'Scone with jam and cream': ['gluten', 'eggs', 'milk'],
  'Flat white': ['milk'],
  'Hot chocolate': ['milk', 'soya'],
  'Pale ale 0.5 l': ['gluten'],
  'Shandy 0.5 l': ['gluten'],
}

export const CATEGORIES: readonly DemoCategory[] = MENU.map(([name], sort) => ({
  id: fixedId(`category ${name}`),
  name,
  translations: {},
  sort,
}))

export const DISHES: readonly DemoDish[] = MENU.flatMap(([category, dishes]) =>
  dishes.map(([name, priceMinor], sort) => ({
    id: fixedId(`dish ${category} ${name}`),
    categoryId: fixedId(`category ${category}`),
    name,
    description: '',
    translations: {},
    allergens: ALLERGENS_OF[name] ?? [],
    priceMinor,
    currency: 'GBP',
    isAvailable: true,
    soldOutUntil: null,
    servedFrom: category === 'Breakfast' ? '06:30' : null,
    servedTo: category === 'Breakfast' ? '11:30' : null,
    sort,
    photo: null,
  })),
)

export const TECHNICAL_NUMBERS: readonly DemoTechnicalNumber[] = [
  ['+441632960101', 'Clubhouse reception'],
  ['+441632960102', 'Head greenkeeper'],
  ['+441632960103', 'Mower workshop'],
  ['+441632960104', 'Cart barn'],
  ['+441632960105', 'Course marshal'],
  ['+441632960106', 'First aid'],
].map(([phone = '', department = '']) => ({ id: fixedId(`number ${department}`), phone, department }))
