"""Oneself and one's tokens."""

from typing import Any

from rest_framework import serializers

from tournaments import visibility
from tournaments.api.kinds import Kind, Shape, UtcField
from tournaments.models import Token
from tournaments.models.clubs import Role
from tournaments.models.users import Scope
from tournaments.services import tokens


class TokenSerializer(Shape):
    """A token without its secret; `begins` is how the secret begins."""

    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Scope.choices), read_only=True
    )
    begins = serializers.CharField(source="token_key", read_only=True)
    created_at = UtcField(source="created", read_only=True)
    expires_at = UtcField(source="expiry", read_only=True, allow_null=True)

    class Meta:
        model = Token
        fields = ["id", "name", "scopes", "begins", "created_at", "expires_at"]
        read_only_fields = fields


class NewTokenSerializer(TokenSerializer):
    """A new token with its `secret`, which a repeated answer does not have."""

    secret = serializers.CharField(required=False)

    class Meta(TokenSerializer.Meta):
        fields = [*TokenSerializer.Meta.fields, "secret"]
        read_only_fields = fields


class MyMembershipSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.IntegerField(source="club_id")
    role = serializers.ChoiceField(choices=Role.choices)


class MeSerializer(serializers.Serializer[Any]):
    """The account that asks. `scopes` is null in a session: all that the person may do."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Scope.choices), allow_null=True
    )
    memberships = MyMembershipSerializer(many=True)
    players = serializers.ListField(child=serializers.IntegerField())


TOKEN = Kind(
    "tokens", Token.objects.all, visibility.tokens, TokenSerializer, lambda _: tokens.VERSION
)
