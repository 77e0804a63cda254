/** Wrong input is refused at its field with the reason and kept; correct input is sent as it was typed. */

import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { ROLE_NAMES, ROLE_SLUGS } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()

const field = (name: string | RegExp): HTMLElement => within(screen.getByRole('dialog')).getByLabelText(name)
const fill = async (user: UserEvent, name: string | RegExp, text: string): Promise<void> => {
  await user.clear(field(name))
  if (text !== '') await user.type(field(name), text)
}
const paste = async (user: UserEvent, name: string | RegExp, text: string): Promise<void> => {
  await user.tripleClick(field(name))
  await user.paste(text)
}
const save = (user: UserEvent): Promise<void> =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
/** The reasons that the open form gives. */
const reasons = (): readonly string[] =>
  [...screen.getByRole('dialog').querySelectorAll('[aria-invalid=true]')].map(input => {
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map(id => document.getElementById(id)?.textContent ?? '').join(' ')
  })

describe('a user', () => {
  const begin = async (): Promise<{ user: UserEvent; wire: Awaited<ReturnType<typeof open>>['wire'] }> => {
    const user = userEvent.setup()
    const { wire } = await open({
      path: '/settings/users',
      prepare: wire =>
        wire.answer(calls.settings.roles, {
          items: ROLE_SLUGS.map(slug => ({ slug, name: ROLE_NAMES[slug] })),
        }),
    })
    await user.click((await screen.findAllByRole('button', { name: 'Add user' }))[0] as HTMLElement)
    await screen.findByRole('dialog')
    return { user, wire }
  }
  const whole = async (user: UserEvent): Promise<void> => {
    await fill(user, 'Full name', 'Grace Green')
    await fill(user, /^Email/, 'grace@example.org')
    await fill(user, 'Login', 'grace')
    await fill(user, 'Password', 'grass grows at night')
    await fill(user, 'Repeat password', 'grass grows at night')
  }

  test('is sent as it was typed', async () => {
    const { user, wire } = await begin()
    await whole(user)
    await save(user)
    await waitFor(() => expect(wire.bodiesOf(calls.users.create)).toHaveLength(1))
    expect(wire.bodiesOf(calls.users.create)[0]).toMatchObject({
      fullname: 'Grace Green',
      email: 'grace@example.org',
      login: 'grace',
      password: 'grass grows at night',
      role: 'ROLE_GREENKEEPER',
    })
  })

  test('is invited by mail where nobody types a password for them', async () => {
    const { user, wire } = await begin()
    wire.answer(calls.users.invite, { sentTo: 'grace@example.org' })
    await fill(user, 'Full name', 'Grace Green')
    await fill(user, /^Email/, 'grace@example.org')
    await fill(user, 'Login', 'grace')
    await user.click(screen.getByRole('dialog').querySelector('[name=isInvited]') as HTMLElement)
    await waitFor(() => expect(within(screen.getByRole('dialog')).queryByLabelText('Password')).toBeNull())
    await save(user)
    await waitFor(() => expect(wire.bodiesOf(calls.users.invite)).toEqual([{ language: 'en' }]))
    expect(wire.bodiesOf(calls.users.create)[0]).not.toHaveProperty('password')
    await screen.findByText('The invitation is sent to grace@example.org')
  })

  test.each([
    ['without a name', 'Full name', '', /must not be empty|Fill this in|empty/i],
    ['with half an address', /^Email/, 'grace@', 'Must be an e-mail address'],
    ['with a login that looks like another', 'Login', 'gr\u0430ce', 'Only Latin letters, digits and . _ @ + -'],
    ['with a short password', 'Password', 'short', /at least 8 characters/],
    ['with two passwords', 'Repeat password', 'another one', /./],
  ] as const)('%s is refused beside the field, before it is sent', async (_what, name, text, reason) => {
    const { user, wire } = await begin()
    await whole(user)
    await fill(user, name, text)
    await save(user)
    await waitFor(() => expect(reasons().join(' ')).toMatch(reason))
    expect((field(name) as HTMLInputElement).value).toBe(text)
    expect(wire.bodiesOf(calls.users.create)).toEqual([])
  })

  test.each([
    ['en', 'Add user', 'Save', /taken/i],
    ['de', 'Benutzer hinzufügen', 'Speichern', /vergeben/i],
    ['es', 'Añadir usuario', 'Guardar', /uso|ocupad|existe/i],
  ] as const)(
    'that the server refuses shows the reason in %s, and keeps what was typed',
    async (language, add, done, reason) => {
      const user = userEvent.setup()
      await open({
        path: '/settings/users',
        language,
        prepare: wire =>
          wire.refuse(calls.users.create, {
            kind: 'conflict',
            ...said('loginTaken'),
            message: 'This login is taken',
            fields: { 'body.login': said('taken') },
          }),
      })
      await user.click((await screen.findAllByRole('button', { name: add }))[0] as HTMLElement)
      const dialog = await screen.findByRole('dialog')
      const inputs = [...dialog.querySelectorAll<HTMLInputElement>('input[name]')]
      const typed = {
        fullname: 'Grace Green',
        email: 'g@example.org',
        login: 'grace',
        password: 'grass grows at night',
        repeatPassword: 'grass grows at night',
      }
      for (const [name, text] of Object.entries(typed)) {
        const input = inputs.find(one => one.name === name)
        if (input === undefined) throw new Error(`the form has no ${name}`)
        await user.type(input, text)
      }
      await user.click(within(dialog).getByRole('button', { name: done }))
      await waitFor(() => expect(reasons().join(' ')).toMatch(reason))
      for (const input of inputs)
        if (input.name in typed) expect(input.value).toBe(typed[input.name as keyof typeof typed])
      expect(document.activeElement).toBe(inputs.find(({ name }) => name === 'login'))
    },
  )

  test('gives the focus back to the button that opened the form', async () => {
    const { user } = await begin()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Add user' })[0])
  })
})

describe('the own password', () => {
  const PASSWORD = 'grass grows at night'
  const begin = async (keys: number) => {
    const user = userEvent.setup()
    const { wire } = await open({
      path: '/account',
      prepare: wire => wire.answer(lateCalls.accessKeys.list, { items: [], total: keys }),
    })
    const type = async (label: string, text: string): Promise<void> =>
      user.type(await screen.findByLabelText(label), text)
    await type('Current password', 'the old one')
    return { user, wire, type }
  }
  const change = async (user: UserEvent): Promise<void> =>
    user.click(screen.getByRole('button', { name: 'Change password' }))

  test('is changed with the present one', async () => {
    const { user, wire, type } = await begin(0)
    await type('New password', PASSWORD)
    await type('Repeat password', PASSWORD)
    await change(user)
    await waitFor(() =>
      expect(wire.bodiesOf(calls.profile.changePassword)).toEqual([
        { currentPassword: 'the old one', password: PASSWORD },
      ]),
    )
    expect(screen.queryByText(/Keys for other programs keep working/)).toBeNull()
  })

  test('is not sent when the two entries differ', async () => {
    const { user, wire, type } = await begin(0)
    await type('New password', PASSWORD)
    await type('Repeat password', `${PASSWORD}s`)
    await change(user)
    await waitFor(() => expect(screen.getByLabelText('Repeat password').getAttribute('aria-invalid')).toBe('true'))
    expect(wire.bodiesOf(calls.profile.changePassword)).toEqual([])
  })

  test('keeps the keys for other programs, and reminds a person who has some', async () => {
    await begin(2)
    await screen.findByText(/Keys for other programs keep working/)
  })
})

describe('signing in', () => {
  test.each([
    ['en', 'Username', 'Password', 'Continue', 'Incorrect username or password. Try again'],
    ['de', 'Benutzername', 'Passwort', 'Weiter', /falsch|stimm|nicht richtig/i],
    ['es', 'Usuario', 'Contraseña', 'Continuar', /incorrect/i],
  ] as const)('with a wrong password says so in %s', async (language, username, password, next, shown) => {
    const user = userEvent.setup()
    await open({
      path: '/login',
      role: null,
      language,
      prepare: wire =>
        wire.refuse(calls.auth.login, {
          kind: 'wrongCredentials',
          ...said('wrongCredentials'),
          message: 'Incorrect username or password. Try again',
        }),
    })
    await user.type(await screen.findByLabelText(username), 'ada')
    await user.type(screen.getByLabelText(password, { selector: 'input' }), 'guess')
    await user.click(screen.getByRole('button', { name: next }))
    await screen.findByText(shown)
    expect((screen.getByLabelText(username) as HTMLInputElement).value).toBe('ada')
  })

  test('asks for the code after the password, and not for the password again', async () => {
    const user = userEvent.setup()
    const { wire } = await open({ path: '/login', role: null })
    await user.type(await screen.findByLabelText('Username'), 'ada')
    await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'grass grows at night')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByRole('heading', { name: 'Verification code' })
    expect(wire.bodiesOf(calls.auth.login)[0]).toMatchObject({ login: 'ada', password: 'grass grows at night' })
  })

  test('is where a page that needs a session leads', async () => {
    await open({ path: '/garage', role: null })
    await screen.findByLabelText('Username')
    expect(window.location.pathname).toBe('/login')
  })
})

describe('a blade', () => {
  const begin = async () => {
    const user = userEvent.setup()
    const { wire } = await open({ path: '/settings/blades' })
    await user.click((await screen.findAllByRole('button', { name: 'Add blade' }))[0] as HTMLElement)
    await screen.findByRole('dialog')
    return { user, wire }
  }
  test('is sent in metres', async () => {
    const { user, wire } = await begin()
    await fill(user, 'Title', 'Reel')
    await paste(user, /width/i, '2.4')
    await save(user)
    await waitFor(() => expect(wire.bodiesOf(calls.blades.create)).toHaveLength(1))
    expect(wire.bodiesOf(calls.blades.create)[0]).toMatchObject({ name: 'Reel', widthM: 2.4 })
  })
  test.each([
    ['en', '0.05', '0.05'],
    ['de', '1,05', '1,05'],
    ['de', '1.5', '1,5'],
    ['es', '2,0', '2'],
  ] as const)('takes a width typed letter by letter in %s: %s', async (language, typed, shown) => {
    const user = userEvent.setup()
    const { wire } = await open({ path: '/settings/blades', language })
    const add = { en: 'Add blade', de: /Mähwerk hinzufügen|Messer hinzufügen/, es: /^Añadir/ }[language]
    await user.click((await screen.findAllByRole('button', { name: add }))[0] as HTMLElement)
    const inputs = [...(await screen.findByRole('dialog')).querySelectorAll<HTMLInputElement>('input')]
    const of = (name: string): HTMLInputElement => {
      const found = inputs.find(input => input.name === name)
      if (found === undefined) throw new Error(`no field ${name}`)
      return found
    }
    await user.type(of('name'), 'Reel')
    await user.clear(of('widthM'))
    await user.type(of('widthM'), typed)
    await user.tab()
    expect(of('widthM').value).toBe(`${shown} m`)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^(Save|Speichern|Guardar)$/ }))
    await waitFor(() => expect(wire.bodiesOf(calls.blades.create)).toHaveLength(1))
    expect(wire.bodiesOf(calls.blades.create)[0]).toMatchObject({ widthM: Number(typed.replace(',', '.')) })
  })
  test.each(['0', '6'])('that is %s m wide is refused', async width => {
    const { user, wire } = await begin()
    await fill(user, 'Title', 'Reel')
    await paste(user, /width/i, width)
    await save(user)
    await waitFor(() => expect(reasons()).toHaveLength(1))
    expect(wire.bodiesOf(calls.blades.create)).toEqual([])
  })
})
