import { afterEach, expect, test } from 'vitest'

afterEach(() => document.body.replaceChildren())

const displays = (): string[] =>
  [...document.querySelectorAll('p')].map(one => {
    const { display, visibility } = getComputedStyle(one)
    return `${display} ${visibility}`
  })

test('the style of an element follows its own attributes, those around it, and each change of either', () => {
  document.body.innerHTML = '<div><p>a</p><p>b</p></div><div style="visibility: hidden"><p>c</p></div>'
  expect(displays()).toEqual(['block visible', 'block visible', 'block hidden'])
  const [first, second] = document.querySelectorAll('p')
  first?.setAttribute('hidden', '')
  second?.setAttribute('style', 'display: none')
  expect(displays()).toEqual(['none visible', 'none visible', 'block hidden'])
  first?.removeAttribute('hidden')
  document.querySelectorAll('div')[1]?.removeAttribute('style')
  expect(displays()).toEqual(['block visible', 'none visible', 'block visible'])
})

test('a style sheet of the document counts as soon as it is there', () => {
  document.body.innerHTML = '<p>a</p>'
  expect(displays()).toEqual(['block visible'])
  document.body.insertAdjacentHTML('beforeend', '<style>p { display: none }</style>')
  expect(displays()).toEqual(['none visible'])
})
