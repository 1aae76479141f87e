import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { FilterNode } from '../../../console/src/filter/definition.ts';
import { condition } from '../fixture.ts';
import { type serveBuilder, waitForRoot, waitForTotal } from './service.ts';

/** A question that the builder answers, with the ways to ask it. */
export interface Question {
  asked: string;
  root: FilterNode;
  /** Texts for "+ condition", each ended by Enter, and keys that follow. */
  typed: readonly string[];
  keys?: readonly string[];
  /** Field, operator and values for the mouse. */
  picked: readonly (readonly [field: string, operator: string, ...values: string[]])[];
}

/** Ten questions that use every field, nesting and negation. */
const QUESTIONS: readonly Question[] = [
  {
    asked: 'Which companies are in Germany?',
    root: condition('country', 'any_of', 'DE'),
    typed: ['germany'],
    picked: [['Country', 'any_of', 'Germany']],
  },
  {
    asked: 'Which run Kubernetes?',
    root: condition('technology', 'any_of', 'kubernetes'),
    typed: ['kube'],
    picked: [['Technology', 'any_of', 'Kubernetes']],
  },
  {
    asked: 'Which were founded after 2015?',
    root: condition('founded_year', 'gte', 2016),
    typed: ['founded after 2015'],
    picked: [['Founded in', 'gte', '2016']],
  },
  {
    asked: 'Which does the Comet Fund invest in?',
    root: condition('investor', 'any_of', 'Comet Fund'),
    typed: ['comet'],
    picked: [['Investor', 'any_of', 'Comet Fund']],
  },
  {
    asked: 'Which are small, and not in retail?',
    root: {
      and: [
        condition('employee_range', 'any_of', '11-50'),
        { not: condition('industry', 'any_of', 'Retail') },
      ],
    },
    typed: ['11-50', 'retail'],
    keys: ['ArrowDown', 'ArrowDown', '!'],
    picked: [
      ['Employees', 'any_of', '11-50'],
      ['Industry', 'any_of', 'Retail'],
      ['not', 'Retail'],
    ],
  },
  {
    asked: 'Which are partners of Globex?',
    root: condition('partner', 'any_of', 'globex.example'),
    typed: ['partner globex'],
    picked: [['Partner', 'any_of', 'Globex']],
  },
  {
    asked: 'Which call themselves soft-something?',
    root: condition('name', 'starts_with', 'soft'),
    typed: ['name starts with soft'],
    picked: [['Name', 'starts_with', 'soft']],
  },
  {
    asked: 'Which have a domain under .test and some technology of containers?',
    root: {
      and: [
        condition('domain', 'ends_with', '.test'),
        condition('technology_category', 'any_of', 'Containers'),
      ],
    },
    typed: ['.test', 'containers'],
    picked: [
      ['Domain', 'ends_with', '.test'],
      ['Technology category', 'any_of', 'Containers'],
    ],
  },
  {
    asked: 'Which use one to two technologies, have a partner, and a known industry?',
    root: {
      and: [
        condition('technology_count', 'between', 1, 2),
        condition('partnership_count', 'gte', 1),
        condition('industry', 'is_known', true),
      ],
    },
    typed: ['1-2 technologies', 'at least 1 partners', '@Industry'],
    keys: ['is_known'],
    picked: [
      ['Number of technologies', 'between', '1', '2'],
      ['Number of partners', 'gte', '1'],
      ['Industry', 'is_known'],
    ],
  },
  {
    asked: 'Which software companies that are German, or younger than 2016, do without Kubernetes?',
    root: {
      and: [
        condition('industry', 'any_of', 'Software'),
        { or: [condition('country', 'any_of', 'DE'), condition('founded_year', 'gte', 2016)] },
        { not: condition('technology', 'any_of', 'kubernetes') },
      ],
    },
    typed: ['software', 'germany', 'founded after 2015', 'kube'],
    keys: ['ArrowDown', 'ArrowDown', 'Alt+ArrowRight', 'ArrowDown', 'Alt+ArrowRight', 'ArrowDown', '!'],
    picked: [
      ['Industry', 'any_of', 'Software'],
      ['+', 'or'],
      ['Country', 'any_of', 'Germany'],
      ['Founded in', 'gte', '2016'],
      ['Technology', 'any_of', 'Kubernetes'],
      ['not', 'Kubernetes'],
    ],
  },
];

/** The questions that a run builds: the last three, which have all that the others have, unless QUESTIONS=all. */
export const ASKED = process.env.QUESTIONS === 'all' ? QUESTIONS : QUESTIONS.slice(-3);

/** Checks the draft, and that the total on the page is the one of the API. */
export async function checkAnswer(
  { countAll }: Pick<ReturnType<typeof serveBuilder>, 'countAll'>,
  page: Page,
  root: FilterNode,
): Promise<void> {
  await waitForRoot(page, root);
  const total = await countAll([root]);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(49);
  await waitForTotal(page, total);
}
