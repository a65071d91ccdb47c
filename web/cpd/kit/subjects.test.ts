import { expect, it } from 'vitest'
import { subjectsOf, wordsOf } from './subjects.ts'

it('offers the usual subjects, those of the rules and the activity’s own, each once, and no facts of plans', () => {
  const standard = { rules: [{ tags: ['self_evaluation'] }, { tags: ['quiz', 'ethics'] }, {}] }
  const usual = ['cultural_safety', 'health_inequity', 'professionalism', 'ethics']
  expect(subjectsOf([standard], ['ethics', 'cpr'])).toEqual([...usual, 'quiz', 'cpr'])
  expect(subjectsOf([], [])).toEqual(usual)
})

it('reads a code as words', () => {
  expect(wordsOf('core_procedural_skill')).toBe('Core procedural skill')
})
