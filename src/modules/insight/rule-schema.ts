import { FREE, POINTS } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { defineEnum, toEnumValue } from '../../graphql/enums.ts';
import { idText } from '../../graphql/ids.ts';
import { invalidValue } from '../../lib/fault.ts';
import { EXAMPLE_LIMITS, MAX_RULE_CONDITIONS, MAX_RULE_FIELDS } from '../../lib/request-limits.ts';
import { CompanyRef, loadCompanies } from '../catalogue/types.ts';
import { toListId } from '../lists/types.ts';
import { MAX_NEAR_MISSES, MAX_SUGGESTIONS, MAX_TRAITS, type Suggestion, type Trait } from './rule.ts';
import type { Strictness } from './rule-measures.ts';
import type { RuleService, SuggestedRules } from './rule-service.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    rules: RuleService;
  }
}

const strictnesses = defineEnum<Strictness>('SuggestionStrictness', {
  description: 'How suggestions are ordered. All three order the same candidates.',
  values: {
    loose: 'By `covered³ / (examples² × count)`: rather covers more examples, and matches more companies.',
    balanced: 'By `covered² / (examples × count)`.',
    strict: 'By `covered^1.5 / (√examples × count)`: rather matches few other companies.',
  },
});

const ExamplesRef = innerType<SuggestedRules['examples']>('SuggestionExamples', {
  description: 'The examples of a suggestion.',
  fields: (t) => ({
    tracked: t.expose('tracked', {
      type: 'SafeInt',
      description: 'Number of companies that are examples: those of the domains, or the members of the list.',
    }),
    notTracked: t.stringList({
      description: 'Domains, as they were sent, that belong to no company.',
      resolve: ({ notTracked }) => [...notTracked],
    }),
  }),
});

const TraitRef = innerType<Trait>('ExampleTrait', {
  description: 'A value that examples have in common.',
  fields: (t) => ({
    field: t.expose('field', { type: 'FilterFieldKey', description: 'Key of the field.' }),
    value: t.exposeString('value', { description: 'Value, as a condition takes it.' }),
    label: t.exposeString('label', { description: 'English name of the value, for people.' }),
    count: t.expose('count', { type: 'SafeInt', description: 'Number of examples that have the value.' }),
    share: t.exposeFloat('share', { description: 'Share of the examples that have it: above 0, at most 1.' }),
    catalogueShare: t.exposeFloat('catalogueShare', {
      description: 'Share of all companies that have it: above 0, at most 1.',
    }),
    lift: t.exposeFloat('lift', {
      description: 'How many times as frequent the value is among the examples: `share / catalogueShare`.',
    }),
    liftLow: t.exposeFloat('liftLow', {
      description:
        'Lower end of the lift, with a confidence of 95 %. Above 1, the value is typical of companies like the examples.',
    }),
    liftHigh: t.exposeFloat('liftHigh', { description: 'Upper end of the lift, with a confidence of 95 %.' }),
  }),
});

const SuggestionRef = innerType<Suggestion>('DefinitionSuggestion', {
  description: 'A definition that many examples match, and few other companies.',
  fields: (t) => ({
    definition: t.field({
      type: 'JSON',
      description: 'The definition, in the form of REST. A list can have it.',
      resolve: ({ definition }) => definition,
    }),
    covered: t.expose('covered', { type: 'SafeInt', description: 'Number of examples that match it.' }),
    coverage: t.exposeFloat('coverage', { description: 'Share of the examples that match it.' }),
    count: t.expose('count', {
      type: 'SafeInt',
      description: 'Number of companies that match it, of all tiers. `previewCount` gives the same.',
    }),
    lift: t.exposeFloat('lift', {
      description: 'How many times as frequent matches are among the examples as among all companies.',
    }),
    nearMisses: t.field({
      type: [CompanyRef],
      price: { field: 0, multiplier: MAX_NEAR_MISSES },
      description: `Up to ${MAX_NEAR_MISSES} companies that match and are no examples, by id.`,
      resolve: ({ nearMissIds }, _args, context) => loadCompanies(context, nearMissIds),
    }),
  }),
});

const SuggestionsRef = innerType<SuggestedRules>('DefinitionSuggestions', {
  description: 'What examples have in common, and definitions that list companies like them.',
  fields: (t) => ({
    examples: t.expose('examples', { type: ExamplesRef, price: FREE, description: 'The examples.' }),
    traits: t.field({
      type: [TraitRef],
      price: FREE,
      description: `Up to ${MAX_TRAITS} values that at least two examples, and 5 % of them, have: by \`liftLow\`, the highest first, then by \`share\`.`,
      resolve: ({ traits }) => [...traits],
    }),
    suggestions: t.field({
      type: [SuggestionRef],
      price: { field: 0, multiplier: MAX_SUGGESTIONS },
      description: `Up to ${MAX_SUGGESTIONS} definitions, the best first. None if the examples have nothing in common.`,
      resolve: ({ suggestions }) => [...suggestions],
    }),
  }),
});

builder.queryField('suggestDefinitions', (t) =>
  t.withAuth({ userKey: true }).field({
    type: SuggestionsRef,
    description:
      'Finds the rule behind examples: what companies have in common, and definitions that list companies like them. Costs no credits. Needs a personal key.',
    price: { field: POINTS.rule, multiplier: 1 },
    extensions: { costClass: 'evaluate' },
    args: {
      domains: t.arg.stringList({
        description: `Domains of the examples: ${EXAMPLE_LIMITS.min} to ${EXAMPLE_LIMITS.max}. Exactly one of \`domains\` and \`listId\` is required.`,
      }),
      listId: t.arg.id({
        description: idText('List whose members are the examples, by its current definition and domains'),
      }),
      fields: t.arg({
        type: ['FilterFieldKey'],
        description: `Fields that traits and definitions may use: 1 to ${MAX_RULE_FIELDS}. Not those of type TEXT or LIST. Default: the first ${MAX_RULE_FIELDS}, in the order of \`filterFields\`.`,
      }),
      maxConditions: t.arg.int({
        defaultValue: 4,
        description: `Maximum number of conditions in a definition: 1 to ${MAX_RULE_CONDITIONS}.`,
      }),
      strictness: t.arg({
        type: strictnesses.type,
        defaultValue: 'BALANCED',
        description: 'Order of the suggestions.',
      }),
    },
    resolve: (_root, { domains, listId, fields, maxConditions, strictness }, { user, services }) => {
      if ((domains == null) === (listId == null))
        throw invalidValue('/domains', 'give exactly one of domains and listId');
      const { rules, partnershipMeter } = services;
      return rules.suggest(
        user,
        {
          examples: listId == null ? { domains: domains ?? [] } : { listId: toListId(listId) },
          fields,
          maxConditions: maxConditions ?? 4,
          strictness: toEnumValue(strictness ?? 'BALANCED'),
        },
        partnershipMeter && ((ids) => partnershipMeter.areAllOpen(user.organizationId, ids)),
      );
    },
  }),
);
