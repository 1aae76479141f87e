import { AT } from '../examples.ts';
import { route } from '../route.ts';

export default route('GetLimits', 'GET /account/limits', {
  summary: 'Get what is left of the limits',
  description:
    'The budget of the caller in each class of the rate limit, and the quotas of the organization. The header `RateLimit` of every response has the budgets, too.',
  example: {
    rate_limit: {
      limited: true,
      classes: [{ cost_class: 'read', limit: 2400, remaining: 2399, reset_at: AT, window_seconds: 60 }],
    },
    quotas: [{ quota: 'lists', limit: 10_000, used: 12 }],
  },
});
