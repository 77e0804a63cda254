/**
 * What a call found, while its input is as it was then.
 * @returns undefined where the newest call had another input, or was not answered
 */
export const answerTo = <Answer, Input>(
  act: { readonly data: Answer | undefined; readonly variables: Input | undefined },
  input: Input,
): Answer | undefined => (JSON.stringify(act.variables) === JSON.stringify(input) ? act.data : undefined)
