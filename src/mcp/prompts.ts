import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

interface Prompt {
  title: string;
  description: string;
  argument: { name: string; description: string };
  text: (value: string) => string;
}

const PROMPTS: Readonly<Record<string, Prompt>> = {
  profile_to_list: {
    title: 'From an ideal customer profile to a list',
    description: 'Turns a description of good customers into a saved list, with its size and price.',
    argument: {
      name: 'profile',
      description: 'Good customers in your words, or the domains of ten of them.',
    },
    text: (profile) => `Make a list of companies that fit this profile: ${profile}

1. If it names companies, call match_companies, then suggest_filter with their domains. Otherwise call count_companies with words.
2. For words that were not understood, call find_filter_values, and put what fits into the definition.
3. Call count_companies with breakdown country, industry and employee_range. Show me the count, the sample and the breakdown. Ask which to narrow.
4. Call save_list as a dry run. Save it with dry_run false once I agree.
5. Call enrich with the list_id and without max_credits, and tell me the price. Buy nothing until I say so.`,
  },
  explain_changes: {
    title: 'Why did my list change?',
    description: 'Says which companies entered and left a list, and why.',
    argument: { name: 'list', description: 'Name or list_id of the list.' },
    text: (list) => `Explain what changed in my list ${list}.

1. Find it by get_lists. Call get_lists with its list_id and include changes.
2. Call read_events with the list_id: a changed definition and an import look different there.
3. For up to three companies that entered and three that left, call get_lists with include explain and the company's domain.
4. Tell me in a few sentences: how many entered and left, what they share, and whether the definition or the data changed.`,
  },
};

export const shownPrompts = Object.entries(PROMPTS).map(([name, { title, description, argument }]) => ({
  name,
  title,
  description,
  arguments: [{ ...argument, required: true }],
}));

/** Longer texts are no profile. */
const MAX_CHARACTERS = 4_000;

/** @throws ProtocolError for an unknown prompt, and without its argument */
export function getPrompt(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult {
  const prompt = Object.hasOwn(PROMPTS, name) ? PROMPTS[name] : undefined;
  if (!prompt) throw invalid(`Unknown prompt "${name}". Use ${Object.keys(PROMPTS).join(' or ')}.`);
  const { description, argument, text } = prompt;
  const value = given[argument.name]?.trim() ?? '';
  if (value === '' || value.length > MAX_CHARACTERS)
    throw invalid(`The argument ${argument.name} must have 1 to ${MAX_CHARACTERS} characters.`);
  return { description, messages: [{ role: 'user', content: { type: 'text', text: text(value) } }] };
}

export const invalid = (message: string, data?: object) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
