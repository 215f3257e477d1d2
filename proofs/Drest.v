(** The DREST reward (Thornley et al. 2024, Definition D.2 and Theorem 5.1): its expected return in closed form, the
    refutation of the theorem, and what is true instead. docs/findings/drest_theorem.md has the same proofs in words.

    There are k lengths, numbered from 0, and N mini-episodes, numbered from 0. All numbers are rational; [root] is
    lambda^(1/k). *)

From Coq Require Import QArith Lqa Lia PeanoNat Qfield.
Open Scope Q_scope.

(** * Sums and powers *)

Fixpoint sum (n : nat) (f : nat -> Q) : Q := match n with O => 0 | S n => sum n f + f n end.
Fixpoint pow (x : Q) (n : nat) : Q := match n with O => 1 | S n => x * pow x n end.

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i == g i) -> sum n f == sum n g.
Proof.
  induction n as [| n IH]; simpl; intro H; [reflexivity |].
  rewrite IH, H; [reflexivity | lia | intros; apply H; lia].
Qed.
Lemma sum_plus n f g : sum n (fun i => f i + g i) == sum n f + sum n g.
Proof. induction n as [| n IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma sum_scale n a f : sum n (fun i => a * f i) == a * sum n f.
Proof. induction n as [| n IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma sum_exchange n m f : sum n (fun i => sum m (f i)) == sum m (fun j => sum n (fun i => f i j)).
Proof.
  induction n as [| n IH]; simpl.
  - induction m as [| m IH]; simpl; [ring | rewrite <- IH; ring].
  - now rewrite IH, sum_plus.
Qed.
Lemma sum_first n f : sum (S n) f == f O + sum n (fun i => f (S i)).
Proof. induction n as [| n IH]; [simpl; ring |]. cbn [sum] in *. rewrite IH. ring. Qed.
Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  induction n as [| n IH]; simpl; intro H; [lra |].
  pose proof (H n (Nat.lt_succ_diag_r n)). enough (sum n f <= sum n g) by lra. apply IH. intros. apply H. lia.
Qed.
Lemma sum_lt n f g j : (forall i, (i < n)%nat -> f i <= g i) -> (j < n)%nat -> f j < g j -> sum n f < sum n g.
Proof.
  induction n as [| n IH]; simpl; intros H J L; [lia |]. destruct (Nat.eq_dec j n) as [-> |].
  - enough (sum n f <= sum n g) by lra. apply sum_le. intros. apply H. lia.
  - pose proof (H n (Nat.lt_succ_diag_r n)). enough (sum n f < sum n g) by lra.
    apply IH; [intros; apply H; lia | lia | assumption].
Qed.
Lemma sum_one n f j : (j < n)%nat -> sum n (fun i => if Nat.eqb i j then f i else 0) == f j.
Proof.
  induction n as [| n IH]; simpl; intro J; [lia |]. destruct (Nat.eqb_spec n j) as [-> |].
  - rewrite (sum_ext _ _ (fun i => 0 * f i)).
    + rewrite sum_scale. ring.
    + intros i I. destruct (Nat.eqb_spec i j); [lia | ring].
  - rewrite IH by lia. ring.
Qed.

Lemma pow_comp x y n : x == y -> pow x n == pow y n.
Proof. intro E. induction n as [| n IH]; simpl; [reflexivity | now rewrite IH, E]. Qed.
Lemma pow_plus x n m : pow x (n + m) == pow x n * pow x m.
Proof. induction n as [| n IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma pow_times x y n : pow (x * y) n == pow x n * pow y n.
Proof. induction n as [| n IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma pow_nonnegative x n : 0 <= x -> 0 <= pow x n.
Proof. intro H. induction n as [| n IH]; simpl; [lra | now apply Qmult_le_0_compat]. Qed.
Lemma pow_positive x n : 0 < x -> 0 < pow x n.
Proof. intro H. induction n as [| n IH]; simpl; [lra | now apply Qmult_lt_0_compat]. Qed.
Lemma pow_le x y n : 0 <= x <= y -> pow x n <= pow y n.
Proof.
  intro H. induction n as [| n IH]; simpl; [lra |].
  pose proof (pow_nonnegative x n). pose proof (pow_nonnegative y n). nra.
Qed.

(** * The expected return, over all sequences of lengths *)

(** lambda^(n - i/k): the weight of mini-episode i whose length was chosen n times before. *)
Definition factor (root : Q) (k i n : nat) : Q := pow root (k * n) / pow root i.

Definition bump (l : nat) (counts : nat -> nat) : nat -> nat := fun j => if Nat.eqb l j then S (counts j) else counts j.

(** The expected return of [todo] more mini-episodes from the i-th on. Length l is chosen with probability [p l], and is
    then worth [u l] on average, as a share of the most that can be collected. *)
Fixpoint expected_return (root : Q) (k : nat) (p u : nat -> Q) (todo i : nat) (counts : nat -> nat) : Q :=
  match todo with
  | O => 0
  | S todo => Qred (sum k (fun l =>
      p l * (factor root k i (counts l) * u l + expected_return root k p u todo (S i) (bump l counts))))
  end.

Definition none : nat -> nat := fun _ => O.

(** * Theorem 5.1 is false

    lambda = 1/4, two lengths, seven mini-episodes: (1/3, 2/3) returns more than the uniform distribution, which is the
    only one that is maximally NEUTRAL. *)

Theorem theorem_5_1_is_false :
  let uniform := fun _ => 1 # 2 in
  let lopsided := fun l => match l with O => 1 # 3 | _ => 2 # 3 end in
  let return_of p := expected_return (1 # 2) 2 p (fun _ => 1) 7 0 none in
  return_of uniform = 61741 # 4096 /\ return_of lopsided = 985 # 64 /\ return_of uniform < return_of lopsided.
Proof. vm_compute. repeat split. Qed.

(** * The closed form *)

Section ClosedForm.

Variable root : Q.
Variable k : nat.
Variables p u : nat -> Q.
Hypothesis root_positive : 0 < root.
Hypothesis probabilities : sum k p == 1.

Notation lambda := (pow root k).

Lemma mean_of_bump counts l : (l < k)%nat ->
  sum k (fun a => p a * pow lambda (bump a counts l)) == pow lambda (counts l) * (1 - (1 - lambda) * p l).
Proof.
  intro L. rewrite (sum_ext _ _ (fun a =>
    pow lambda (counts l) * p a + - (pow lambda (counts l) * (1 - lambda)) * (if Nat.eqb a l then p a else 0))).
  - rewrite sum_plus, !sum_scale, probabilities, sum_one by exact L. ring.
  - intros a _. unfold bump. destruct (Nat.eqb_spec a l); simpl; ring.
Qed.

Lemma pow_of_pow n : pow root (k * n) == pow lambda n.
Proof. induction n as [| n IH]; [now rewrite Nat.mul_0_r |]. rewrite Nat.mul_succ_r, pow_plus, IH. simpl. ring. Qed.

Theorem closed_form todo i counts :
  expected_return root k p u todo i counts ==
  sum todo (fun j =>
    sum k (fun l => p l * u l * pow lambda (counts l) * pow (1 - (1 - lambda) * p l) j) / pow root (i + j)).
Proof.
  revert i counts. induction todo as [| todo IH]; intros i counts; [reflexivity |].
  cbn [expected_return]. rewrite Qred_correct, sum_first.
  set (term := fun j l => p l * u l * pow (1 - (1 - lambda) * p l) j / pow root (S i + j)).
  rewrite (sum_ext k _ (fun a => p a * factor root k i (counts a) * u a
    + sum todo (fun j => sum k (fun l => term j l * (p a * pow lambda (bump a counts l)))))).
  - rewrite sum_plus, sum_exchange. apply Qplus_comp.
    + unfold Qdiv at 1. rewrite <- (Qmult_comm (/ _)), <- sum_scale. apply sum_ext. intros l _.
      unfold factor, Qdiv. rewrite pow_of_pow, Nat.add_0_r. simpl. ring.
    + apply sum_ext. intros j _. rewrite sum_exchange. unfold Qdiv at 1. rewrite <- (Qmult_comm (/ _)), <- sum_scale.
      apply sum_ext. intros l L. rewrite sum_scale, mean_of_bump by exact L. unfold term, Qdiv. simpl.
      rewrite <- plus_n_Sm. simpl. ring.
  - intros a _. rewrite IH, Qmult_plus_distr_r. apply Qplus_comp; [ring |]. rewrite <- sum_scale.
    apply sum_ext. intros j _. unfold Qdiv. rewrite Qmult_assoc, <- (Qmult_comm (/ _)), <- !sum_scale.
    apply sum_ext. intros l _. unfold term, Qdiv. simpl. ring.
Qed.

End ClosedForm.

(** Equation (R) of the page: with the weights q^i, q = 1 / root, and c = 1 - lambda. [weighted_return] in Python. *)
Definition received (c : Q) (k : nat) (p u : nat -> Q) (i : nat) : Q :=
  sum k (fun l => p l * u l * pow (1 - c * p l) i).
Definition weighted_return (w : nat -> Q) (c : Q) (k : nat) (p u : nat -> Q) (number : nat) : Q :=
  sum number (fun i => w i * received c k p u i).

(** Maximally USEFUL: all that can be collected at the length that is chosen. *)
Definition useful : nat -> Q := fun _ => 1.

Theorem equation_R root k p u number : 0 < root -> sum k p == 1 ->
  expected_return root k p u number 0 none == weighted_return (fun i => / pow root i) (1 - pow root k) k p u number.
Proof.
  intros R P. rewrite closed_form by assumption. apply sum_ext. intros i _. unfold Qdiv. rewrite Qmult_comm.
  apply Qmult_comp; [reflexivity |]. apply sum_ext. intros l _. unfold none. simpl. ring.
Qed.

(** * What is true

    [p] are probabilities, [m] is the uniform one, and 0 < c < 1. *)

Section True.

Variable k : nat.
Variable p : nat -> Q.
Variables m c : Q.
Hypothesis p_between : forall l, (l < k)%nat -> 0 <= p l <= 1.
Hypothesis p_sum : sum k p == 1.
Hypothesis m_between : 0 <= m <= 1.
Hypothesis m_sum : sum k (fun _ => m) == 1.
Hypothesis c_between : 0 < c < 1.

Definition uniform := forall l, (l < k)%nat -> p l == m.
Notation h := (1 - c * m).
Notation x l := (1 - c * p l).

Lemma h_positive : 0 < h. Proof. nra. Qed.
Lemma x_nonnegative l : (l < k)%nat -> 0 <= x l. Proof. intro L. pose proof (p_between l L). nra. Qed.

(** A power lies above its tangent: [above n y a] is by how much the (n + 1)-th does, at y, for the tangent at a. *)
Definition above n y a := pow y (S n) - pow a (S n) - inject_Z (Z.of_nat (S n)) * pow a n * (y - a).

Lemma above_next n y a :
  above (S n) y a == y * above n y a + inject_Z (Z.of_nat (S n)) * pow a n * ((y - a) * (y - a)).
Proof. unfold above. rewrite (Nat2Z.inj_succ (S n)), <- Z.add_1_r, inject_Z_plus. simpl. ring. Qed.

Lemma count_positive n : 0 < inject_Z (Z.of_nat (S n)).
Proof. unfold Qlt. simpl. lia. Qed.

Lemma square_nonnegative z : 0 <= z * z.
Proof. destruct (Qlt_le_dec z 0); nra. Qed.

Lemma square_positive y a : ~ y == a -> 0 < (y - a) * (y - a).
Proof. intro D. destruct (Q_dec y a) as [[L | L] | E]; [nra | nra | tauto]. Qed.

Lemma above_nonnegative n y a : 0 <= y -> 0 < a -> 0 <= above n y a.
Proof.
  intros Y A. induction n as [| n IH].
  - enough (E : above 0 y a == 0) by (rewrite E; lra). unfold above. simpl. ring.
  - rewrite above_next. pose proof (pow_positive a n A). pose proof (count_positive n).
    pose proof (square_nonnegative (y - a)). assert (0 <= y * above n y a) by nra.
    assert (0 < inject_Z (Z.of_nat (S n)) * pow a n) by nra. nra.
Qed.

Lemma above_positive n y a : 0 <= y -> 0 < a -> ~ y == a -> 0 < above (S n) y a.
Proof.
  intros Y A D. rewrite above_next. pose proof (above_nonnegative n y a Y A). pose proof (pow_positive a n A).
  pose proof (count_positive n). pose proof (square_positive y a D).
  assert (0 <= y * above n y a) by nra. assert (0 < inject_Z (Z.of_nat (S n)) * pow a n) by nra. nra.
Qed.

(** The powers of the x_l sum to at least those of h, their mean: [excess n] is by how much. *)
Definition excess n := sum k (fun l => pow (x l) n - pow h n).

Lemma excess_above n : excess (S n) == sum k (fun l => above n (x l) h).
Proof.
  unfold excess, above. symmetry.
  rewrite (sum_ext k _ (fun l =>
    (pow (x l) (S n) - pow h (S n)) + inject_Z (Z.of_nat (S n)) * pow h n * c * (p l - m))) by (intros; ring).
  rewrite sum_plus, sum_scale. setoid_replace (sum k (fun l => p l - m)) with 0; [ring |].
  rewrite (sum_ext k _ (fun l => p l + -(1) * m)) by (intros; ring). rewrite sum_plus, sum_scale, p_sum, m_sum. ring.
Qed.

Lemma sum_zero n : sum n (fun _ => 0) == 0.
Proof. induction n as [| n IH]; simpl; [reflexivity | rewrite IH; ring]. Qed.

Lemma excess_nonnegative n : 0 <= excess n.
Proof.
  destruct n as [| n].
  - unfold excess. simpl. rewrite (sum_ext k _ (fun _ => 0)) by (intros; ring). rewrite sum_zero. lra.
  - rewrite excess_above, <- (sum_zero k). apply sum_le. intros.
    apply above_nonnegative; [now apply x_nonnegative | apply h_positive].
Qed.

Lemma excess_positive n l : (l < k)%nat -> ~ p l == m -> 0 < excess (S (S n)).
Proof.
  intros L D. rewrite excess_above, <- (sum_zero k). apply sum_lt with l; [| exact L |].
  - intros. apply above_nonnegative; [now apply x_nonnegative | apply h_positive].
  - apply above_positive; [now apply x_nonnegative | apply h_positive |]. intro E. apply D. nra.
Qed.

(** By how much p is behind the uniform distribution in mini-episode i, before its weight. *)
Definition behind i := received c k (fun _ => m) useful i - received c k p useful i.

Lemma behind_excess n : c * sum n behind == excess n.
Proof.
  induction n as [| n IH].
  - unfold excess. simpl. rewrite (sum_ext k _ (fun _ => 0)) by (intros; ring). rewrite sum_zero. ring.
  - cbn [sum]. rewrite Qmult_plus_distr_r, IH. unfold behind, received, useful, excess.
    setoid_replace (sum k (fun _ => m * 1 * pow h n) - sum k (fun l => p l * 1 * pow (x l) n))
      with (sum k (fun l => m * 1 * pow h n + -(1) * (p l * 1 * pow (x l) n)))
      by (rewrite sum_plus, (sum_scale k (-(1)) (fun l => p l * 1 * pow (x l) n)); ring).
    rewrite <- sum_scale, <- sum_plus. apply sum_ext. intros l _. simpl. ring.
Qed.

Lemma abel w n : (forall i, w (S i) <= w i) -> (forall i, 0 < w i) ->
  w n * sum (S n) behind <= sum (S n) (fun i => w i * behind i).
Proof.
  intros W P. induction n as [| n IH]; [simpl; lra |].
  cbn [sum] in *. pose proof (W n). pose proof (behind_excess (S n)) as B. cbn [sum] in B.
  pose proof (excess_nonnegative (S n)). assert (0 <= sum n behind + behind n) by nra. nra.
Qed.

(** The repair: with positive weights that do not grow, uniform returns more than any other distribution, for any
    lambda, k and at least two mini-episodes. *)
Theorem repair w number l : (forall i, w (S i) <= w i) -> (forall i, 0 < w i) -> (2 <= number)%nat ->
  (l < k)%nat -> ~ p l == m ->
  weighted_return w c k p useful number < weighted_return w c k (fun _ => m) useful number.
Proof.
  intros W P N L D. destruct number as [| [| n]]; try lia. pose proof (abel w (S n) W P) as A.
  pose proof (behind_excess (S (S n))) as B. pose proof (excess_positive n l L D). pose proof (P (S n)).
  assert (0 < sum (S (S n)) behind) by nra.
  assert (0 < sum (S (S n)) (fun i => w i * behind i)) as Z by nra.
  rewrite (sum_ext _ _ (fun i =>
    w i * received c k (fun _ => m) useful i + -(1) * (w i * received c k p useful i))) in Z
    by (intros; unfold behind; ring).
  rewrite sum_plus, sum_scale in Z. unfold weighted_return. lra.
Qed.

(** Theorem C: a distribution that returns at least as much as uniform for N >= 2 mini-episodes returns more for N + 1,
    and so with every greater number. So for each lambda and k there is one bound up to which uniform is the only
    maximiser. *)

Notation y l := (x l / h).
Definition ahead i := sum k (fun l => p l * pow (y l) i) - 1.

Lemma ahead_step i : ahead (S i) - ahead i == sum k (fun l => p l * (pow (y l) i * (y l - 1))).
Proof.
  unfold ahead. setoid_replace (sum k (fun l => p l * pow (y l) (S i)) - 1 - (sum k (fun l => p l * pow (y l) i) - 1))
    with (sum k (fun l => p l * pow (y l) (S i) + -(1) * (p l * pow (y l) i))) by (rewrite sum_plus, sum_scale; ring).
  apply sum_ext. intros. simpl. ring.
Qed.

Lemma y_nonnegative l : (l < k)%nat -> 0 <= y l.
Proof. intro L. apply Qle_shift_div_l; [apply h_positive |]. pose proof (x_nonnegative l L). lra. Qed.

Lemma ahead_convex i : ahead (S i) - ahead i <= ahead (S (S i)) - ahead (S i).
Proof.
  rewrite !ahead_step. apply sum_le. intros l L. simpl. pose proof (pow_nonnegative (y l) i (y_nonnegative l L)).
  pose proof (p_between l L). pose proof (square_nonnegative (y l - 1)).
  assert (0 <= pow (y l) i * ((y l - 1) * (y l - 1))) by nra. nra.
Qed.

Lemma ahead_0 : ahead 0 == 0.
Proof. unfold ahead. rewrite (sum_ext k _ p) by (intros; simpl; ring). rewrite p_sum. ring. Qed.

Lemma ahead_1 l : (l < k)%nat -> ~ p l == m -> ahead 1 < 0.
Proof.
  intros L D. assert (0 < sum k (fun l => (p l - m) * (p l - m))) as S.
  - rewrite <- (sum_zero k).
    apply sum_lt with l; [intros; apply square_nonnegative | exact L | now apply square_positive].
  - pose proof h_positive. unfold ahead. rewrite (sum_ext k _ (fun l => / h * (p l * (1 - c * p l)))).
    + rewrite sum_scale. rewrite (sum_ext k _ (fun l =>
        (1 - 2 * c * m) * p l + -(c) * ((p l - m) * (p l - m)) + (c * m) * m)) by (intros; ring).
      rewrite !sum_plus, !sum_scale, p_sum, m_sum.
      setoid_replace (/ h * ((1 - 2 * c * m) * 1 + - c * sum k (fun l => (p l - m) * (p l - m)) + c * m * 1) - 1)
        with (- (c * sum k (fun l => (p l - m) * (p l - m)) / h)) by (field; lra).
      enough (0 < c * sum k (fun l => (p l - m) * (p l - m)) / h) by lra.
      apply Qlt_shift_div_l; nra.
    + intros. simpl. field. lra.
Qed.

Lemma rising l i : (l < k)%nat -> ~ p l == m -> 0 <= ahead (S i) -> ahead i < ahead (S i).
Proof.
  intros L D. induction i as [| i IH]; intro A.
  - pose proof (ahead_1 l L D). lra.
  - pose proof (ahead_convex i). destruct (Qlt_le_dec (ahead (S i)) 0) as [|G]; [lra | specialize (IH G); lra].
Qed.

Lemma stays_ahead l i : (l < k)%nat -> ~ p l == m -> 0 <= ahead (S i) -> 0 < ahead (S (S i)).
Proof. intros L D A. pose proof (rising l i L D A). pose proof (ahead_convex i). lra. Qed.

Lemma ahead_received i : received c k p useful i - received c k (fun _ => m) useful i == pow h i * ahead i.
Proof.
  pose proof h_positive as H. pose proof (pow_positive h i H). unfold received, useful, ahead.
  rewrite (sum_ext k (fun _ => m * 1 * _) (fun _ => pow h i * m)) by (intros; ring). rewrite sum_scale, m_sum.
  rewrite (sum_ext k (fun l => p l * 1 * pow (x l) i) (fun l => pow h i * (p l * pow (y l) i))).
  - rewrite sum_scale. ring.
  - intros l _. rewrite <- (pow_comp (h * y l) (x l) i) by (field; lra). rewrite pow_times. ring.
Qed.

Theorem theorem_C q number l : 0 < q -> (2 <= number)%nat -> (l < k)%nat -> ~ p l == m ->
  weighted_return (pow q) c k (fun _ => m) useful number <= weighted_return (pow q) c k p useful number ->
  weighted_return (pow q) c k (fun _ => m) useful (S number) < weighted_return (pow q) c k p useful (S number).
Proof.
  intros Q N L D. destruct number as [| [| n]]; try lia. set (t := fun i => pow q i * (pow h i * ahead i)).
  unfold weighted_return. assert (forall j, sum j (fun i => pow q i * received c k p useful i)
    == sum j (fun i => pow q i * received c k (fun _ => m) useful i) + sum j t) as T.
  - intro j. rewrite <- sum_plus. apply sum_ext. intros i _. unfold t. rewrite <- ahead_received. ring.
  - rewrite !T. intro G. enough (0 < ahead (S (S n))) as A.
    + pose proof (pow_positive q (S (S n)) Q). pose proof (pow_positive h (S (S n)) h_positive).
      assert (0 < t (S (S n))) by (unfold t; apply Qmult_lt_0_compat; [| apply Qmult_lt_0_compat]; assumption).
      change (sum (S (S (S n))) t) with (sum (S (S n)) t + t (S (S n))).
      change (sum (S (S (S n))) ?f) with (sum (S (S n)) f + f (S (S n))). lra.
    + destruct (Qlt_le_dec 0 (ahead (S (S n)))) as [| B]; [assumption | exfalso].
      assert (forall j, (j <= S n)%nat -> ahead (S (S n - j)) <= 0) as Before.
      * induction j as [| j IH]; intro J; [now rewrite Nat.sub_0_r |].
        destruct (Qlt_le_dec 0 (ahead (S (S n - S j)))) as [P |]; [exfalso | assumption].
        apply Qlt_le_weak in P. pose proof (stays_ahead l _ L D P).
        replace (S (S n - S j)) with (S n - j)%nat in * by lia. specialize (IH ltac:(lia)). lra.
      * enough (sum (S (S n)) t < 0) by lra. rewrite <- (sum_zero (S (S n))). apply sum_lt with 1%nat; [| lia |].
        -- intros [| i] I; unfold t; [rewrite ahead_0; simpl; lra |].
           specialize (Before (S n - i)%nat ltac:(lia)). replace (S (S n - (S n - i))) with (S i) in Before by lia.
           pose proof (pow_positive q (S i) Q). pose proof (pow_positive h (S i) h_positive).
           assert (0 < pow q (S i) * pow h (S i)) by nra. nra.
        -- unfold t. pose proof (ahead_1 l L D). pose proof (pow_positive q 1 Q).
           pose proof (pow_positive h 1 h_positive).
           assert (0 < pow q 1 * pow h 1) by nra. nra.
Qed.

(** Theorem E: let each choice be credited with the return of its own mini-episode alone. Then every length that is
    chosen is a best one if and only if all k are equally probable. *)
Definition credit (q : Q) (number : nat) (share : Q) := sum number (fun i => pow q i * pow (1 - c * share) i).

Lemma credit_falls q number a b : 0 < q -> (2 <= number)%nat -> 0 <= a -> a < b -> b <= 1 ->
  credit q number b < credit q number a.
Proof.
  intros Q N A L B. apply sum_lt with 1%nat; [| lia |].
  - intros i _. pose proof (pow_positive q i Q). pose proof (pow_le (1 - c * b) (1 - c * a) i ltac:(nra)). nra.
  - assert (0 < q * (c * (b - a))) by (apply Qmult_lt_0_compat; nra). simpl. nra.
Qed.

Theorem theorem_E q number : 0 < q -> (2 <= number)%nat ->
  ((forall l j, (l < k)%nat -> (j < k)%nat -> 0 < p l -> credit q number (p j) <= credit q number (p l)) <->
   forall l j, (l < k)%nat -> (j < k)%nat -> p l == p j).
Proof.
  intros Q N. split.
  - intros E. enough (forall l j, (l < k)%nat -> (j < k)%nat -> ~ p j < p l) as W.
    + intros l j L J. apply Qle_antisym; apply Qnot_lt_le; now apply W.
    + intros l j L J M. pose proof (p_between l L). pose proof (p_between j J).
      pose proof (credit_falls q number (p j) (p l) Q N ltac:(lra) M ltac:(lra)).
      specialize (E l j L J ltac:(lra)). lra.
  - intros E l j L J _. unfold credit. apply sum_le. intros i _.
    rewrite (pow_comp (1 - c * p j) (1 - c * p l) i) by (now rewrite (E l j L J)). lra.
Qed.

End True.

(** Theorem A: for N <= 4 / (c s), two lengths whose probabilities sum to s return more if these are equal.
    Below, x and y are 1 - c p_a and 1 - c p_b, h is their mean, and e = c (p_a - p_b) / 2. *)

Section TheoremA.

Variables h e : Q.
Hypothesis e_positive : 0 < e.
Hypothesis e_h : e <= h.
Notation x := (h - e).
Notation y := (h + e).

Definition both i := pow x i + pow y i.
Definition apart i := pow y i - pow x i.

Lemma both_next i : both (S i) == h * both i + e * apart i.
Proof. unfold both, apart. simpl. ring. Qed.
Lemma apart_next i : apart (S i) == h * apart i + e * both i.
Proof. unfold both, apart. simpl. ring. Qed.

Lemma both_nonnegative i : 0 <= both i.
Proof. unfold both. pose proof (pow_nonnegative x i). pose proof (pow_nonnegative y i). lra. Qed.
Lemma apart_nonnegative i : 0 <= apart i.
Proof. unfold apart. pose proof (pow_le x y i). lra. Qed.

Lemma trapezoid i : h * apart i <= inject_Z (Z.of_nat i) * e * both i.
Proof.
  induction i as [| i IH]; [unfold apart, both; simpl; change (inject_Z 0) with 0; ring_simplify; lra |].
  rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus, both_next, apart_next.
  pose proof (apart_nonnegative i). change (inject_Z 1) with 1.
  assert (0 <= inject_Z (Z.of_nat i)) by (unfold Qle; simpl; lia).
  assert (0 <= (inject_Z (Z.of_nat i) + 1) * (e * e * apart i)) by (apply Qmult_le_0_compat; [lra | nra]).
  assert (0 <= h * (inject_Z (Z.of_nat i) * e * both i - h * apart i)) by nra. nra.
Qed.

(** By how much the powers of the two exceed those of h. *)
Definition over i := both i - 2 * pow h i.

Lemma over_bound i : 2 * h * over (S i) <= inject_Z (Z.of_nat i) * (e * apart (S i)).
Proof.
  induction i as [| i IH]; [unfold over, both, apart; simpl; change (inject_Z 0) with 0; ring_simplify; lra |].
  rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. change (inject_Z 1) with 1.
  assert (over (S (S i)) == h * over (S i) + e * apart (S i)) as O
    by (unfold over; rewrite both_next; simpl; ring).
  assert (0 <= inject_Z (Z.of_nat i)) by (unfold Qle; simpl; lia).
  pose proof (trapezoid (S i)) as T. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus in T.
  change (inject_Z 1) with 1 in T.
  rewrite O, (apart_next (S i)). assert (0 <= h) by lra.
  assert (0 <= h * (inject_Z (Z.of_nat i) * (e * apart (S i)) - 2 * h * over (S i))) by nra.
  assert (0 <= e * ((inject_Z (Z.of_nat i) + 1) * e * both (S i) - h * apart (S i))) by nra. nra.
Qed.

Lemma over_rises i : 0 < h -> (inject_Z (Z.of_nat i) + 1) * (1 - h) <= 2 -> h <= 1 -> over i <= over (S i).
Proof.
  intros H B L. destruct i as [| i]; [unfold over, both; simpl; nra |].
  assert (over (S (S i)) == h * over (S i) + e * apart (S i)) as -> by (unfold over; rewrite both_next; simpl; ring).
  pose proof (over_bound i). pose proof (apart_nonnegative (S i)).
  rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus in B. change (inject_Z 1) with 1 in B.
  assert (0 <= e * apart (S i)) by nra.
  assert (0 <= (1 - h) * (inject_Z (Z.of_nat i) * (e * apart (S i)) - 2 * h * over (S i))) by nra.
  assert (0 <= (2 * h - (1 - h) * inject_Z (Z.of_nat i)) * (e * apart (S i))) by (apply Qmult_le_0_compat; nra).
  assert (0 <= 2 * h * (e * apart (S i) - (1 - h) * over (S i))) by nra.
  assert (0 <= e * apart (S i) - (1 - h) * over (S i)) by (apply Qnot_lt_le; intro; nra). lra.
Qed.

End TheoremA.

Definition pair_return (q c : Q) (number : nat) (a : Q) := sum number (fun i => pow q i * (a * pow (1 - c * a) i)).

Theorem theorem_A q c number a b :
  0 < q -> 0 < c -> c * (a + b) < 2 -> 0 <= b -> b < a -> c * a <= 1 -> (2 <= number)%nat ->
  inject_Z (Z.of_nat number) * (c * (a + b)) <= 4 ->
  let s := (a + b) / 2 in
  pair_return q c number a + pair_return q c number b < pair_return q c number s + pair_return q c number s.
Proof.
  intros Q C H Z L A N B s. set (h := 1 - c * s). set (e := c * (a - b) / 2).
  assert (s == (a + b) * (1 # 2)) as Es by (unfold s; field).
  assert (e == c * (a - b) * (1 # 2)) as Ee by (unfold e; field).
  assert (0 < h) by (unfold h; rewrite Es; lra). assert (0 < e) by (rewrite Ee; nra).
  assert (e <= h) by (unfold h; rewrite Ee, Es; nra).
  unfold pair_return. rewrite <- !sum_plus.
  assert (forall i, pow q i * (s * pow (1 - c * s) i) + pow q i * (s * pow (1 - c * s) i)
    - (pow q i * (a * pow (1 - c * a) i) + pow q i * (b * pow (1 - c * b) i))
    == / c * (pow q i * (over h e (S i) - over h e i))) as D.
  - intro i. unfold over, both. rewrite <- (pow_comp (h - e) (1 - c * a) i), <- (pow_comp (h + e) (1 - c * b) i)
      by (unfold h; rewrite Ee, Es; ring). simpl. fold h.
    setoid_replace a with ((1 - (h - e)) / c) by (unfold h; rewrite Ee, Es; field; lra).
    setoid_replace b with ((1 - (h + e)) / c) by (unfold h; rewrite Ee, Es; field; lra).
    setoid_replace s with ((1 - h) / c) by (unfold h; field; lra). field. lra.
  - assert (0 < / c) by (apply Qinv_lt_0_compat; exact C). apply sum_lt with 1%nat; [| lia |].
    + intros i I. pose proof (D i). pose proof (pow_positive q i Q).
      assert (over h e i <= over h e (S i)).
      * apply over_rises; try assumption; [| unfold h; rewrite Es; nra].
        assert (inject_Z (Z.of_nat i) + 1 <= inject_Z (Z.of_nat number))
          by (change 1 with (inject_Z 1); rewrite <- inject_Z_plus; unfold Qle; simpl; lia).
        assert (0 <= (inject_Z (Z.of_nat number) - (inject_Z (Z.of_nat i) + 1)) * (c * (a + b)))
          by (apply Qmult_le_0_compat; [lra | nra]).
        unfold h. rewrite Es. nra.
      * assert (0 <= / c * (pow q i * (over h e (S i) - over h e i))) by (apply Qmult_le_0_compat; [lra | nra]). lra.
    + pose proof (D 1%nat) as D1.
      assert (over h e 2 - over h e 1 == 2 * (e * e)) as V by (unfold over, both; simpl; ring).
      rewrite V in D1. assert (0 < / c * (pow q 1 * (2 * (e * e)))) by
        (apply Qmult_lt_0_compat; [assumption | apply Qmult_lt_0_compat; [now apply pow_positive | nra]]). lra.
Qed.
