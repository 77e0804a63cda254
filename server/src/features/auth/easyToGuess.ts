/**
 * Passwords that everybody tries first: by what they are made of, a word or two of everyday with figures and signs around them
 * or in place of letters, a path along the keyboard, or one short piece repeated, which also finds words missing from the
 * lists; and the commonest of the others by the list of zxcvbn. Its own rating is not a usable threshold: it rates
 * `Rosa-Golf-1` above `eighteen greens`.
 */
import { dictionary } from '@zxcvbn-ts/language-common'

/** Everyday, love, sport, heroes, names, animals, months, places, in the languages of the product; and what is said of computers. */
const WORDS = new Set(
  `password passwort kennwort contrasena clave pass word secret geheim secreto login logon signin welcome willkommen
  bienvenido hello hallo hola letmein letme open sesame access zugang changeme change default guest gast user users admin
  administrator root system server test tester testing temp demo sample master super superuser private computer internet windows
  linux apple google facebook samsung amazon netflix office mobile phone pepper
  love iloveyou ilove loveme lovely lover forever always baby babygirl babyboy honey sweetheart sweetie angel princess prinzessin
  princesa prince queen king schatz schatzi liebe amor mivida teamo tequiero besos corazon darling happy lucky smile sunshine
  sonne sonnenschein sunny beautiful pretty flower flowers rose blume star stars stern sterne estrella rainbow butterfly
  friend friends family familie mother mutter father vater mama papa brother sister whatever nothing something trustno trust
  football fussball futbol soccer baseball basketball hockey tennis rugby cricket golf golfer golfing running fishing hunting
  racing boxing liverpool arsenal chelsea manchester united everton celtic rangers barcelona madrid realmadrid juventus bayern
  munich muenchen dortmund schalke yankees lakers cowboys steelers eagles packers raiders redsox chicago
  superman batman spiderman ironman wolverine starwars startrek pokemon pikachu naruto mario zelda minecraft fortnite
  matrix merlin gandalf hobbit dragon drache phoenix ninja samurai knight warrior wizard shadow hunter killer ranger
  michael jennifer jessica ashley daniel matthew andrew joshua christopher christian robert thomas richard charlie george william
  james john david joseph anthony jordan justin brandon tyler nicole amanda melissa michelle elizabeth samantha stephanie
  charlotte victoria alexander alexandra sandra andrea martin stefan markus peter patrick sebastian florian julia laura
  sarah anna maria jose juan carlos miguel antonio manuel alejandro francisco javier pedro pablo isabel carmen lucia
  monkey tiger lion bear eagle falcon wolf puppy kitty kitten dog dogs cat cats hund katze perro gato horse horses pferd
  caballo fish bird birds snake spider turtle dolphin elephant panda rabbit hase mouse maus chicken buster bailey maggie
  summer sommer verano winter invierno spring autumn herbst otono january february march april june july august september
  october november december januar februar maerz juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto
  septiembre octubre noviembre diciembre monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch
  donnerstag freitag samstag sonntag lunes martes miercoles jueves viernes sabado domingo birthday christmas weihnachten navidad
  london dublin berlin hamburg paris rome vienna wien zurich valencia sevilla america england ireland germany
  deutschland espana france italy canada texas california mexico australia newyork
  orange banana cherry apple peach lemon melon coffee kaffee cafe cookie chocolate schokolade candy sugar honey cheese pizza
  burger beer whiskey tequila vodka corvette ferrari porsche mercedes mustang harley yamaha honda toyota camaro
  black white green yellow purple silver golden blue red pink rojo verde azul negro blanco schwarz weiss gruen blau
  money dollar gold diamond crystal thunder lightning storm freedom liberty justice victory power energy magic music guitar
  metallica nirvana slipknot rockstar soldier army marine navy police fire water earth world welt mundo jesus christ god
  maverick scooter chopper panther viper cobra blaster trigger rocket bullet explorer traveler player gamer boss chief
  course fairway fairways greens green bunker bunkers birdie eagle albatross bogey caddie caddy putter driver iron wedge tee
  mulligan handicap links club clubhouse mower mowers mowing buggy buggies cart carts grass rough greenkeeper greenkeepers
  greensward groundsman manager applicant restaurant proshop turf lawn`
    .split(/\s+/)
    .filter(word => word !== ''),
)
const LONGEST = Math.max(...[...WORDS].map(word => word.length))

const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '6': 'g',
  '1': 'i',
  '!': 'i',
  '|': 'l',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
}

/** Accents and the marks over German vowels are typed or left out. */
const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')

/** Of eight characters and more. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].map(password => plainOf(String(password))).filter(plain => plain.length >= 8),
)

/** Cuts off everything before and after the words. */
const coreOf = (plain: string): string => plain.replace(/^\P{L}+|\P{L}+$/gu, '')

/** All signs that stand for letters are read as those; others between words are passed over. */
const readings = (plain: string): readonly string[] => {
  const core = coreOf(plain)
  const read = (text: string): string => [...text].map(sign => LETTERS[sign] ?? sign).join('')
  return [core, read(core), read(plain)].map(text => text.replace(/[^\p{L}]/gu, ''))
}

/** Whether a text consists of at most this number of the words, one after the other. */
const isMadeOf = (text: string, isWord: (part: string) => boolean, most: number): boolean =>
  text === '' ||
  (most > 0 &&
    Array.from({ length: Math.min(LONGEST, text.length) }, (_, index) => index + 1).some(
      length => isWord(text.slice(0, length)) && isMadeOf(text.slice(length), isWord, most - 1),
    ))

/** Rows of keys as they lie, each half a key to the right of the one above; and the block of figures. */
const KEYBOARDS: readonly (readonly string[])[] = [
  ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
  ['1234567890ß', 'qwertzuiopü', 'asdfghjklöä', 'yxcvbnm,.-'],
  ['1234567890', 'azertyuiop', 'qsdfghjklm', 'wxcvbn,;:!'],
  ['789', '456', '123', '0'],
  ['abcdefghijklmnopqrstuvwxyz'],
]

const neighboursOf = (rows: readonly string[]): ReadonlySet<string> => {
  const pairs = new Set<string>()
  const places = rows.flatMap((row, y) => [...row].map((sign, x) => ({ sign, x, y })))
  for (const a of places)
    for (const b of places) if (Math.abs(a.y - b.y) <= 1 && Math.abs(a.x - b.x) <= 1) pairs.add(a.sign + b.sign)
  return pairs
}
const NEIGHBOURS = KEYBOARDS.map(neighboursOf)

/** From key to key beside it, or on the same one, with a jump now and then: `1qaz2wsx`, `qwert12345`, `147258369`. */
const isWalk = (plain: string): boolean => {
  const signs = [...plain]
  const steps = signs.slice(1).map((sign, index) => `${signs[index]}${sign}`)
  return NEIGHBOURS.some(pairs => steps.filter(step => !pairs.has(step)).length <= Math.floor(signs.length / 4))
}

/** One piece of up to half the password, again and again. */
const isRepeated = (plain: string): boolean =>
  /^(.+?)\1+.{0,2}$/su.test(plain) && new Set(plain).size <= plain.length / 2

/** Words of a person or place that others know: `Rosa Field`, `rosa@example.org`. */
const wordsIn = (texts: readonly string[]): readonly string[] =>
  texts.flatMap(text => [
    plainOf(text).replace(/[^\p{L}]/gu, ''),
    ...plainOf(text)
      .split(/[^\p{L}]+/u)
      .filter(word => word.length >= 3),
  ])

/**
 * @param known about the person and the place: login, names, addresses, the course
 */
export const isEasyToGuess = (password: string, known: readonly string[]): boolean => {
  const plain = plainOf(password)
  const own = new Set(wordsIn(known).filter(word => word.length >= 3))
  const isWord = (part: string): boolean => WORDS.has(part) || own.has(part)
  return (
    known.some(text => plainOf(text) === plain) ||
    [plain, coreOf(plain)].some(text => COMMON.has(text)) ||
    isWalk(plain) ||
    isRepeated(plain) ||
    // Nothing but a date, a number of a phone, signs.
    !/\p{L}/u.test(plain) ||
    readings(plain).some(reading => reading === '' || isMadeOf(reading, isWord, 2)) ||
    // One letter or two with figures: `aa123456`.
    coreOf(plain).replace(/\d/g, '').length <= 2
  )
}
